/** The overhead of an upload: its row, its name, and the rounding of the file system. */
export const AROUND_BYTES = 16 * 1024;

/** Bytes that an upload has on the disk, by its row. */
const held = (row: 'old' | 'new' | 'uploads') =>
  `case when ${row}.sha256 is null then ${row}.received else ${row}.size end + ${AROUND_BYTES}`;

const added = `
  insert into upload_counts (name, uploads, bytes)
  select name, 1, bytes from (
    select '' as name, ${held('new')} as bytes union all select new.client, ${held('new')}
  ) as counted where name is not null
  on conflict (name) do update set uploads = upload_counts.uploads + 1, bytes = upload_counts.bytes + excluded.bytes;`;

const removedOf = (name: string) => `
  update upload_counts set uploads = uploads - 1, bytes = bytes - (${held('old')}) where name = ${name};`;

// The total row is always locked before a client's row, to prevent deadlocks.
const removed = `${removedOf("''")} ${removedOf('old.client')}
  delete from upload_counts where name = old.client and uploads < 1;`;

const CHANGES = 'update of size, received, sha256, client';

export const COUNTING = {
  sqlite: [
    `create trigger uploads_added after insert on uploads begin ${added} end`,
    `create trigger uploads_removed after delete on uploads begin ${removed} end`,
    `create trigger uploads_changed after ${CHANGES} on uploads begin ${removed} ${added} end`,
  ],
  postgres: [
    `create function count_uploads() returns trigger language plpgsql as $$
      begin
        if TG_OP <> 'INSERT' then ${removed} end if;
        if TG_OP <> 'DELETE' then ${added} end if;
        return null;
      end
    $$`,
    `create trigger uploads_counted after insert or delete or ${CHANGES} on uploads
     for each row execute function count_uploads()`,
  ],
} as const;

const sums = `count(*), coalesce(sum(${held('uploads')}), 0) from uploads`;

/**
 * Adds a table with the number of uploads and their bytes, for each client and, under the empty name, for all. Triggers
 * update it, so that an upload need not sum a table.
 */
export const countUploads = (triggers: readonly string[]): readonly string[] => [
  'create table upload_counts (name text primary key, uploads bigint not null, bytes bigint not null)',
  // First, to block other writers until the sums are written.
  ...triggers,
  `insert into upload_counts select '', ${sums}`,
  `insert into upload_counts select client, ${sums} where client is not null group by client`,
  'alter table uploads add column announced_sha256 text',
  // The time of the last byte, or of the registration: it decides whether an upload is active.
  'update uploads set received_at = created_at where received_at is null and sha256 is null',
  'drop index if exists uploads_size',
  'drop index if exists uploads_under_way',
];
