// Runs after the inline script, in the JavaScript of 2009. It tells a person whose browser is too old what to do
// (src/app/stopped-notices.tsx). build/prerender.ts puts it into the document as it is, without these comments.
if (!document.documentElement.hasAttribute('data-scripted'))
  document.getElementById('too-old').removeAttribute('hidden');
