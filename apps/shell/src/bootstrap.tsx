import './shell.css';
import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { registerTable } from '@docfolio/federation/runtime';
import { ThemeProvider, Toaster } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

registerTable();
// A remote's dev server asks for it: only beside a host in development can it replace components in place.
if (import.meta.webpackHot) document.documentElement.dataset.devHost = '';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <ThemeProvider>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ThemeProvider>
    <Toaster />
  </QueryClientProvider>,
);
