import { mount } from 'svelte';
import App from './App.svelte';
import { chooseLanguage } from './i18n/index.svelte';
import { settings } from './settings.svelte';
import './style/index.css';

await chooseLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
