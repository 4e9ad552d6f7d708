// How the page's scripts are looked at: what is certainly wrong, and what would make markup of text. Its form is not checked here.

import js from '@eslint/js';

const BROWSER = [
  'AbortSignal', 'EventSource', 'Event', 'ResizeObserver', 'URLSearchParams', 'addEventListener', 'clearTimeout', 'dispatchEvent', 'document', 'fetch', 'history',
  'getComputedStyle', 'localStorage', 'location', 'matchMedia', 'setTimeout',
];

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, 'readonly'])) },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'array-callback-return': 'error',
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', {
        selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/],'
          + " MemberExpression[object.name='document'][property.name=/^writeln?$/]",
        message: 'Markup must not be made of text.',
      }],
      'no-script-url': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
];
