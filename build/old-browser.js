// Runs after the inline script, in the JavaScript of 2009. If the browser is too old, it shows what to do
// (src/app/stopped-notices.tsx). build/prerender.ts puts it into the document without these comments.
if (!document.documentElement.hasAttribute('data-scripted'))
  document.getElementById('too-old').removeAttribute('hidden');
