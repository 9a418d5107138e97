/** The part of Eleventy and of its Markdown library that the site uses; neither package has types. */
declare module '@11ty/eleventy' {
  export interface Configuration {
    setIncludesDirectory(folder: string): void;
    setUseTemplateCache(isUsed: boolean): void;
    setTemplateFormats(formats: readonly string[]): void;
    addGlobalData(name: string, value: unknown): void;
    addFilter(name: string, filter: (value: never) => unknown): void;
    /** A template without a file. The path tells the language, and the data are those of a front matter. */
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
    amendLibrary(language: 'md', amend: (library: Markdown) => void): void;
  }

  export interface Rendered {
    readonly url: string;
    readonly inputPath: string;
    readonly content: string;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly configPath?: string;
        readonly quietMode: boolean;
        readonly config: (configuration: Configuration) => void;
      },
    );
    /** The pages of the site, nothing written. */
    toJSON(): Promise<readonly Rendered[]>;
  }

  export interface Token {
    type: string;
    tag: string;
    content: string;
    info: string;
    readonly markup: string;
    readonly children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
    attrJoin(name: string, value: string): void;
    attrs: Array<[string, string]> | null;
  }

  /** What a page is rendered with: the data of its template. */
  export type Environment = Readonly<Record<string, unknown>>;

  export type Rule = (
    tokens: readonly Token[],
    at: number,
    options: object,
    environment: Environment,
    renderer: Renderer,
  ) => string;

  export interface Renderer {
    rules: Record<string, Rule | undefined>;
    renderToken(tokens: readonly Token[], at: number, options: object): string;
  }

  export interface Markdown {
    readonly core: {
      readonly ruler: {
        push(
          name: string,
          rule: (state: { readonly tokens: Token[]; readonly env: Environment }) => void,
        ): void;
      };
    };
    readonly renderer: Renderer;
    readonly utils: { escapeHtml(text: string): string };
  }
}
