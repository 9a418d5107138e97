/** A section of a page that answers a query. The snippets are HTML with matches in `em`. */
export interface FoundSection {
  readonly id: string;
  readonly heading: string;
  readonly headingSnippet: string;
  readonly textSnippet: string;
  /** Its address from the root of the site. */
  readonly url: string;
}

/** A page that answers a query, with its best sections. */
export interface FoundPage {
  readonly title: string;
  readonly kind: string;
  readonly sections: readonly FoundSection[];
}

export interface Answer {
  /** The best pages, and how many there are in total. */
  readonly pages: readonly FoundPage[];
  readonly total: number;
  /** The kinds of all pages that answer the query, whatever kind was asked for. */
  readonly kinds: readonly string[];
  readonly requestId: string;
}

interface Value {
  readonly raw: string;
  readonly snippet: string | null;
}

interface Hit {
  readonly id: Value;
  readonly title: Value;
  readonly heading: Value;
  readonly text?: Value;
  readonly url: Value;
  readonly kind: Value;
  readonly _group?: readonly Hit[];
}

interface Response {
  readonly meta: { readonly page: { readonly total_results: number }; readonly request_id: string };
  readonly results: readonly Hit[];
  readonly facets: { readonly kind: readonly [{ readonly data: ReadonlyArray<{ readonly value: string }> }] };
}

const PAGES = 8;
const SECTIONS = 3;

/** The engine of the site, as a page sees it: with a search key. */
export class SearchClient {
  readonly #endpoint: string;
  readonly #key: string;

  constructor(endpoint: string, key: string) {
    this.#endpoint = endpoint;
    this.#key = key;
  }

  /** The best pages for a query, of one kind or of all. */
  async search(query: string, kind: string | undefined, signal: AbortSignal): Promise<Answer> {
    const all = {
      query,
      page: { size: PAGES },
      group: { field: 'page', size: SECTIONS },
      facets: { kind: { type: 'value' } },
    };
    if (kind === undefined) {
      const response = (await this.#post('search', all, signal)) as Response;
      return answerOf(response, response);
    }
    // The facets of a filtered search would have that kind only.
    const filtered = { ...all, filters: { kind } };
    const counted = { ...all, page: { size: 0 }, record_analytics: false };
    const both = (await this.#post('multi_search', { queries: [filtered, counted] }, signal)) as [
      Response,
      Response,
    ];
    return answerOf(...both);
  }

  /** Reports that a result was followed, which shows in the analytics of the engine. */
  async click(query: string, documentId: string, requestId: string): Promise<void> {
    await this.#post('click', { query, document_id: documentId, request_id: requestId });
  }

  async #post(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
    const response = await fetch(`${this.#endpoint}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A click is sent while the browser leaves the page.
      keepalive: signal === undefined,
      ...(signal !== undefined && { signal }),
    });
    if (!response.ok) throw new Error(`The search service answered with status ${response.status}.`);
    return response.status === 204 ? undefined : response.json();
  }
}

const answerOf = ({ meta, results }: Response, { facets }: Response): Answer => ({
  pages: results.map((hit) => ({
    title: hit.title.raw,
    kind: hit.kind.raw,
    sections: [hit, ...(hit._group ?? [])].map(sectionOf),
  })),
  total: meta.page.total_results,
  kinds: facets.kind[0].data.map(({ value }) => value),
  requestId: meta.request_id,
});

const sectionOf = ({ id, heading, text, url }: Hit): FoundSection => ({
  id: id.raw,
  heading: heading.raw,
  headingSnippet: heading.snippet ?? '',
  textSnippet: text?.snippet ?? '',
  url: url.raw,
});
