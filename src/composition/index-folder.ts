import { join } from 'node:path';
import type { Config } from '../config.ts';

/** The folder of the search index files, with one folder per engine. */
export const indexFolder = ({ data }: Pick<Config, 'data'>): string => join(data, 'index');
