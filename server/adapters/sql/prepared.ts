import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';

/** The values of a query, by name, before it has any. */
export type Slots<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is compiled once and then only given its values: compiling costs more than running it. `names` are those
 * of its values.
 */
export function prepared<Values extends object, Row = unknown>(
  names: Readonly<Record<keyof Values, true>>,
  build: (values: Slots<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const slots = Object.keys(names).map((name) => [name, sql`${new Slot(name)}`]);
  const compiled = build(Object.fromEntries(slots)).compile();
  const order = compiled.parameters.map((value) => (value instanceof Slot ? value.name : undefined));
  return (values) => {
    const parameters = order.map((name, i) =>
      name === undefined ? compiled.parameters[i] : Reflect.get(values, name),
    );
    return { ...compiled, parameters };
  };
}
