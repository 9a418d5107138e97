/** An answer that is JSON already. Whoever takes it for a value gets what it says. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A value as JSON. */
export const jsonOf = (value: unknown): string =>
  value instanceof JsonText ? value.text : JSON.stringify(value);
