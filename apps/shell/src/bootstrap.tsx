import './shell.css';
import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { registerTable } from '@docfolio/federation/runtime';
import { ThemeProvider, Toaster } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

registerTable();

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
