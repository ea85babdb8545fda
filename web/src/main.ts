import { mount } from 'svelte';
import App from './App.svelte';
import { chooseLanguage } from './i18n/index.svelte';
import { keepPage } from './net/offline.svelte';
import { settings } from './settings.svelte';
import './style/index.css';

if (location.search === '?move' || location.hash.startsWith('#move=')) {
  await (await import('./me/move')).move();
}
await chooseLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });
keepPage();
