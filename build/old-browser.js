// Runs after the inline script, in the JavaScript of 2009: a browser that did not understand that one is told what to do
// (src/app/stopped-notices.tsx).
(() => {
  var notice = document.getElementById('too-old');
  if (!document.documentElement.hasAttribute('data-scripted') && notice) notice.removeAttribute('hidden');
})();
