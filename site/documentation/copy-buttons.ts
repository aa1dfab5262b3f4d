/** The script of the documentation: gives each example a button that copies it. */

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

// None where the browser has no clipboard for the page, as without TLS.
if ('clipboard' in navigator) {
  for (const example of document.querySelectorAll<HTMLElement>('[data-example]')) {
    const code = example.querySelector('pre');
    const header = example.querySelector('header');
    const name = example.dataset['example'];
    if (code !== null && header !== null && name !== undefined) header.append(button(name, code));
  }
}

function button(name: string, code: Element): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'copy';
  made.textContent = 'Copy';
  made.setAttribute('aria-label', `Copy the example: ${name}`);
  const said = document.createElement('span');
  said.className = 'said';
  said.setAttribute('role', 'status');
  made.addEventListener('click', () => {
    void copyAndReport(code.textContent, said);
  });
  const both = document.createElement('span');
  both.className = 'copying';
  both.append(said, made);
  return both;
}

async function copyAndReport(text: string, said: Element): Promise<void> {
  said.textContent = await copied(text);
  setTimeout(() => said.replaceChildren(), COPIED_MS);
}

async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Not allowed to copy';
  }
}
