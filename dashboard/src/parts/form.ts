import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError, messagesOf } from '../api/errors.ts';
import { useDraft } from './draft.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface FormOptions<V extends Values, R> {
  readonly initial: V;
  readonly save: (values: V) => Promise<R>;
  readonly saved?: (result: R, values: V) => void;
  /** Assigns the server's messages to inputs, where the server does not. */
  readonly about?: { readonly [name in keyof V]?: RegExp };
  /** Client-side validation; nothing is sent if it returns a message. */
  readonly check?: (values: V) => { readonly [name in keyof V]?: string | undefined };
  /** Stores the input as a draft of this name, for this tab. Never for secrets. */
  readonly draft?: string;
}

export interface Form<V extends Values> {
  readonly values: V;
  readonly set: <K extends keyof V>(name: K, value: V[K]) => void;
  /** Props for Mantine inputs with `value`, `onChange` and `error`. */
  readonly input: <K extends keyof V>(name: K) => InputProps<V[K]>;
  /** Messages that belong to no input; `<FormErrors form={form} />` shows them. */
  readonly rest: readonly string[];
  readonly error: unknown;
  readonly busy: boolean;
  readonly changed: boolean;
  readonly submit: (event?: FormEvent) => void;
  /** Resets to the initial or to other values. */
  readonly reset: (values?: V) => void;
  /** `<form {...form.props}>`. Disables the browser's own validation. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: FormEvent) => void;
    readonly noValidate: true;
  };
}

interface InputProps<T> {
  readonly name: string;
  readonly value: T;
  readonly onChange: (next: unknown) => void;
  readonly error: string | undefined;
}

/** Form state: values, saving, and the server's messages by input. */
export function useForm<V extends Values, R>(options: FormOptions<V, R>): Form<V> {
  const { initial, save, saved, about = {}, check } = options;
  const [values, setValues, forget] = useDraft<V>(options.draft, initial);
  const [seen, setSeen] = useState<Record<string, string>>({});
  const [rest, setRest] = useState<readonly string[]>([]);
  const ref = useRef<HTMLFormElement>(null);
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: (result, sent) => {
      forget();
      saved?.(result, sent);
    },
    onError: (error, sent) => {
      const { byInput, others } = placed(error, Object.keys(sent), about as Record<string, RegExp>);
      setSeen(byInput);
      setRest(others);
    },
  });

  useEffect(() => {
    if (Object.keys(seen).length > 0)
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [seen]);

  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (mutation.isPending) return;
    setRest([]);
    const found = Object.entries(check?.(values) ?? {}).filter(([, message]) => message !== undefined);
    setSeen(Object.fromEntries(found) as Record<string, string>);
    if (found.length === 0) mutation.mutate(values);
  };
  const set: Form<V>['set'] = (name, value) => setValues({ ...values, [name]: value });
  return {
    values,
    set,
    input: (name) => ({
      name: String(name),
      value: values[name],
      onChange: (next) => {
        if (seen[String(name)] !== undefined) setSeen({ ...seen, [String(name)]: '' });
        set(name, chosen(next) as V[typeof name]);
      },
      error: seen[String(name)] || undefined,
    }),
    rest,
    error: mutation.error,
    busy: mutation.isPending,
    changed: JSON.stringify(values) !== JSON.stringify(initial),
    submit,
    reset: (next = initial) => {
      mutation.reset();
      setSeen({});
      setRest([]);
      setValues(next);
      forget();
    },
    props: { ref, onSubmit: submit, noValidate: true },
  };
}

/** Inputs pass an event or the value itself. */
function chosen(next: unknown): unknown {
  const target = (next as { currentTarget?: unknown } | null)?.currentTarget;
  if (target instanceof HTMLInputElement) return target.type === 'checkbox' ? target.checked : target.value;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target.value;
  return next;
}

function placed(error: unknown, names: readonly string[], about: Readonly<Record<string, RegExp>>) {
  const fields = error instanceof ApiError ? error.fields : {};
  const byInput: Record<string, string> = {};
  const add = (name: string, message: string): void => {
    byInput[name] = byInput[name] === undefined ? message : `${byInput[name]}\n${message}`;
  };
  const told = new Set<string>();
  for (const [name, messages] of Object.entries(fields)) {
    if (!names.includes(name)) continue;
    for (const message of messages) {
      add(name, message);
      told.add(message);
    }
  }
  const others: string[] = [];
  for (const message of messagesOf(error)) {
    if (told.has(message)) continue;
    const name = Object.keys(about).find((input) => about[input]?.test(message));
    if (name === undefined) others.push(message);
    else add(name, message);
  }
  return { byInput, others };
}
