import { Switch } from '@mantine/core';
import { useRef } from 'react';
import type { FieldType } from '../../api/types.ts';
import { boostProblem, newBoost, withBoosts } from '../../search-settings/field-boosts.ts';
import { own, without } from '../../search-settings/json-value.ts';
import { ID, isSearchable, type Schema } from '../../search-settings/settings.ts';
import type { SettingsEditor } from '../../search-settings/use-settings-editor.ts';
import { FieldTypeIcon } from '../schema/field-type.tsx';
import { AddBoost } from './add-boost.tsx';
import { BoostCard } from './boost-card.tsx';
import styles from './relevance.module.css';
import { WeightControl } from './weight-control.tsx';

interface Props {
  readonly name: string;
  readonly schema: Schema;
  readonly editor: SettingsEditor;
  /** Whether the engine has as many boosts as it may have. */
  readonly isFull: boolean;
}

/** A field: whether it is searched, its weight, and its boosts. */
export function FieldRow({ name, schema, editor, isFull }: Props) {
  const { search_fields: fields, boosts: all } = editor.value;
  // `id` is no part of the schema; it is searched as text and cannot have boosts.
  const type: FieldType | undefined = name === ID ? 'text' : own(schema, name);
  const searched = own(fields, name);
  const boosts = own(all, name) ?? [];
  const add = useRef<HTMLButtonElement>(null);
  const setWeight = (weight: number): void =>
    editor.edit({ search_fields: { ...fields, [name]: { weight } } }, `weight ${name}`);
  const setBoosts = (next: typeof boosts, part: string): void =>
    editor.edit({ boosts: withBoosts(all, name, next) }, `${part} ${name}`);
  const savedWeight = own(editor.saved.search_fields, name)?.weight ?? 1;
  return (
    <li className={styles.field}>
      <div className={styles.line}>
        <span className={styles.name}>
          {type !== undefined && <FieldTypeIcon type={type} />}
          <bdi>{name}</bdi>
        </span>
        {isSearchable(name, schema) || searched !== undefined ? (
          <Switch
            size="sm"
            label="Searched"
            aria-label={`Searched: ${name}`}
            checked={searched !== undefined}
            onChange={(event) =>
              editor.edit(
                {
                  search_fields: event.currentTarget.checked
                    ? { ...fields, [name]: { weight: savedWeight } }
                    : without(fields, name),
                },
                `searched ${name}`,
              )
            }
          />
        ) : (
          <span className={styles.note}>Only text fields are searched.</span>
        )}
        {searched !== undefined &&
          (isSearchable(name, schema) ? (
            <WeightControl label={`Weight of ${name}`} value={searched.weight ?? 1} onChange={setWeight} />
          ) : (
            <span>Not a text field: searches skip it.</span>
          ))}
        {searched === undefined && isSearchable(name, schema) && <span />}
        {name !== ID && type !== undefined ? (
          <AddBoost
            button={add}
            field={name}
            type={type}
            disabled={isFull}
            onAdd={(kind) => setBoosts([...boosts, newBoost(kind, type)], `add boost ${boosts.length}`)}
          />
        ) : (
          <span />
        )}
      </div>
      {boosts.length > 0 && (
        <ul className={styles.boosts}>
          {boosts.map((boost, at) => (
            <BoostCard
              // biome-ignore lint/suspicious/noArrayIndexKey: boosts have no other key, and their inputs follow their values.
              key={at}
              field={name}
              type={type}
              position={at + 1}
              boost={boost}
              problem={boostProblem(name, boost, schema)}
              onChange={(next) => setBoosts(boosts.with(at, next), `boost ${at}`)}
              onRemove={() => {
                setBoosts(boosts.toSpliced(at, 1), `remove ${at} ${boosts.length}`);
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
