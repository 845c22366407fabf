// Runs after the inline script, in the JavaScript of 2009: a browser that did not understand that one is told what to do
// (src/app/stopped-notices.tsx). build/prerender.ts puts it into the document as it is, without these comments.
if (!document.documentElement.hasAttribute('data-scripted'))
  document.getElementById('too-old').removeAttribute('hidden');
