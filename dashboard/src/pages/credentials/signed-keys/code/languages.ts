import { node } from './node.ts';
import { php } from './php.ts';
import type { Language } from './program.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';

export const LANGUAGES: readonly Language[] = [node, ruby, python, php];
