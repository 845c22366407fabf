/**
 * Copies a text to the clipboard. Where the browser has no clipboard for us (no permission, no secure connection), the
 * text is copied out of a hidden text area (R2.32). Resolves with whether it worked.
 * @param host where the text area may stand: inside an open dialog, since all else is inert
 */
export async function copyText(text: string, host: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromTextArea(text, host);
  }
}

function copyFromTextArea(text: string, host: HTMLElement): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  // Off the screen, and not so small that a phone zooms to it.
  Object.assign(area.style, { position: 'fixed', top: '0', opacity: '0', fontSize: '16px' });
  host.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
