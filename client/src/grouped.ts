/** Records by the value of one of their fields. */

const none: readonly never[] = Object.freeze([]);

/** The function finds the records that have a value; while it is asked about the same array, its answers are the same arrays. */
export function grouped<K extends string, R extends Readonly<Record<K, string>>>(
  field: K,
): (records: readonly R[], value: string) => readonly R[] {
  let last: readonly R[] | undefined;
  let groups = new Map<string, readonly R[]>();
  return (records, value) => {
    if (records !== last) {
      last = records;
      groups = new Map(byValue(records, field));
    }
    return groups.get(value) ?? none;
  };
}

function byValue<K extends string, R extends Readonly<Record<K, string>>>(
  records: readonly R[],
  field: K,
): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const record of records) {
    const group = groups.get(record[field]);
    if (group) group.push(record);
    else groups.set(record[field], [record]);
  }
  for (const group of groups.values()) Object.freeze(group);
  return groups;
}
