import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { checkedMessages } from './tools/messages.mjs';
import { compressed } from './tools/compressed.mjs';
import { hoverOnly } from './tools/hover.mjs';
import { worker } from './tools/worker.mjs';

// Relative, because the service may live behind a path: index.html's <base> says where.
export default defineConfig({
  base: './',
  plugins: [svelte(), checkedMessages(), worker(), compressed()],
  css: { postcss: { plugins: [hoverOnly] } },
  build: {
    outDir: '../src/baumeister/server/client',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 800, // three.js, on demand
    rolldownOptions: {
      // what nearly every page needs, in one file: thirty small ones cost more than they save
      output: {
        codeSplitting: { groups: [{ name: 'base', minShareCount: 7, test: /\.(ts|js|svelte)$/ }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: process.env.BAUMEISTER ?? 'http://127.0.0.1:8420', ws: true } },
  },
  test: { include: ['src/**/*.test.ts', 'tools/**/*.test.mjs'], environment: 'node' },
});
