import { element, highlighted } from './elements.ts';
import { type Answer, type FoundPage, type FoundSection, SearchClient } from './search-client.ts';

/** How far the arrow keys move. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Milliseconds after the last key before a query is sent. */
const PAUSE = 60;

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));

/** The search of the site: opened by its button, `/` or Ctrl-K; results are links, which arrow keys reach. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #client: SearchClient;
  readonly #root: string;
  readonly #input: HTMLInputElement;
  readonly #kinds: HTMLElement;
  readonly #status: HTMLElement;
  readonly #results: HTMLElement;
  #kind: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = new AbortController();

  constructor(dialog: HTMLDialogElement) {
    const part = <T extends HTMLElement>(selector: string): T => dialog.querySelector(selector) as T;
    this.#dialog = dialog;
    this.#input = part('input');
    this.#kinds = part('.kinds');
    this.#status = part('[role="status"]');
    this.#results = part('.results');
    const { endpoint = '', key = '', root = '' } = dialog.dataset;
    this.#client = new SearchClient(endpoint, key);
    this.#root = root;
  }

  listen(): void {
    for (const button of document.querySelectorAll<HTMLElement>('.search-open')) {
      button.hidden = false;
      button.addEventListener('click', () => this.#open());
    }
    document.addEventListener('keydown', (event) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isShortcut && (event.key !== '/' || isTyping(event))) return;
      event.preventDefault();
      this.#open();
    });
    this.#input.addEventListener('input', () => {
      this.#results.setAttribute('aria-busy', 'true');
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#search(), PAUSE);
    });
    this.#dialog.addEventListener('keydown', (event) => this.#move(event));
    this.#dialog.querySelector('.close')?.addEventListener('click', () => this.#dialog.close());
    // A click outside the dialog has the dialog itself as its target.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
  }

  #open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
  }

  get #links(): HTMLAnchorElement[] {
    return [...this.#results.querySelectorAll('a')];
  }

  /** The arrow keys go through the input and the results, Enter in the input follows the first result. */
  #move(event: KeyboardEvent): void {
    const stops: HTMLElement[] = [this.#input, ...this.#links];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Enter' && at === 0) {
      event.preventDefault();
      this.#links[0]?.click();
    }
    const step = STEPS[event.key];
    if (step === undefined || at === -1) return;
    event.preventDefault();
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  }

  async #search(): Promise<void> {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const query = this.#input.value.trim();
    if (query === '') {
      this.#kind = undefined;
      this.#show('', [], []);
      return;
    }
    try {
      const answer = await this.#client.search(query, this.#kind, signal);
      const { total, pages } = answer;
      const count = total === 0 ? `Nothing found for “${query}”.` : `${total} page${total === 1 ? '' : 's'}`;
      const found = pages.map((page) => this.#page(page, query, answer));
      this.#show(count, this.#filters(answer.kinds), found);
    } catch (error) {
      if (signal.aborted) return;
      const isAnswer = error instanceof Error && !(error instanceof TypeError);
      this.#show(isAnswer ? error.message : 'The search service cannot be reached.', [], []);
    }
  }

  #show(status: string, kinds: readonly HTMLElement[], results: readonly HTMLElement[]): void {
    this.#status.textContent = status;
    this.#kinds.replaceChildren(...kinds);
    this.#results.replaceChildren(...results);
    this.#results.setAttribute('aria-busy', 'false');
  }

  /** Buttons that limit the results to one kind of page, in the order of the navigation. */
  #filters(kinds: readonly string[]): HTMLElement[] {
    if (kinds.length < 2 && this.#kind === undefined) return [];
    const titles = [...document.querySelectorAll('#site-navigation :is(p, summary)')];
    const inOrder = titles.map(({ textContent }) => textContent).filter((title) => kinds.includes(title));
    return [undefined, ...inOrder].map((kind) => {
      const button = element('button', kind === undefined ? 'All' : kind);
      button.type = 'button';
      button.setAttribute('aria-pressed', String(kind === this.#kind));
      button.addEventListener('click', () => {
        this.#kind = kind;
        this.#input.focus();
        void this.#search();
      });
      return button;
    });
  }

  #page({ title, kind, sections }: FoundPage, query: string, answer: Answer): HTMLElement {
    const [best, ...others] = sections;
    const item = element('li');
    if (best === undefined) return item;
    const head = this.#link(best, query, answer);
    const name = element('span', title);
    name.className = 'title';
    const path = best.heading === title ? [name] : [name, ' › ', ...highlighted(best.headingSnippet)];
    const line = element('span', ...path);
    line.className = 'path';
    const label = element('span', kind);
    label.className = 'kind';
    head.prepend(line, label);
    item.append(head);
    if (others.length === 0) return item;
    const list = element('ul');
    for (const section of others) {
      const link = this.#link(section, query, answer);
      const heading = element('span', ...highlighted(section.headingSnippet));
      heading.className = 'subpath';
      link.prepend(heading);
      list.append(element('li', link));
    }
    item.append(list);
    return item;
  }

  #link(section: FoundSection, query: string, { requestId }: Answer): HTMLAnchorElement {
    const snippet = element('span', ...highlighted(section.textSnippet));
    snippet.className = 'snippet';
    const link = element('a', snippet);
    link.href = this.#root + section.url;
    link.addEventListener('click', () => {
      // A click that is not recorded is no reason to keep the reader.
      this.#client.click(query, section.id, requestId).catch(() => undefined);
      this.#dialog.close();
    });
    return link;
  }
}
