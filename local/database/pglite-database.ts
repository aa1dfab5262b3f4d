/** PostgreSQL as WebAssembly in this process, on disk or in memory. It has a single session. */

import { PGlite, type Results, types } from '@electric-sql/pglite';

import { Turns } from '../turns.ts';
import { lockFolder } from './folder-lock.ts';
import type { Connection, LocalDatabase, QueryResult, Text } from './local-database.ts';
import { openSession, runScript } from './session.ts';
import { asDatabaseError, DatabaseAwayError } from './sql-error.ts';

/**
 * @param folder - where the data is kept; without one it lives in memory.
 * @throws FolderInUseError when another process has the folder open.
 */
export async function openPglite(folder?: string): Promise<LocalDatabase> {
  const unlock = folder === undefined ? undefined : lockFolder(folder);
  try {
    return asDatabase(await startEngine(folder), unlock);
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/** PostgreSQL's own 128 MB are allocated whole at the start, and nobody else shares these. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

async function startEngine(folder: string | undefined): Promise<PGlite> {
  const engine = await PGlite.create({
    startParams,
    ...(folder === undefined ? {} : { dataDir: folder }),
  });
  engine.parsers = textOnly(types.parsers);
  engine.serializers = textOnly(types.serializers);
  return engine;
}

/** Replaces PGlite's conversions: every value goes in and comes out in PostgreSQL's own text format. */
function textOnly(conversions: object): Record<string, (value: string) => string> {
  return Object.fromEntries(Object.keys(conversions).map((oid) => [oid, (value: string) => value]));
}

function asDatabase(engine: PGlite, unlock?: () => void): LocalDatabase {
  const turns = new Turns();
  const closing = new AbortController();

  const session: LocalDatabase['session'] = async ({ role, signal, onWanted } = {}) => {
    const signals = signal === undefined ? [closing.signal] : [closing.signal, signal];
    const endTurn = await turns.take({ signal: AbortSignal.any(signals), onWanted });
    return openSession(asConnection(engine, endTurn), role);
  };

  return {
    session,
    runScript: async (sql) => runScript(session, sql),
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new DatabaseAwayError('it is closed'));
      await engine.close();
      unlock?.();
    },
  };
}

function asConnection(engine: PGlite, endTurn: () => void): Connection {
  return {
    async query(sql, values) {
      try {
        const result = await engine.query<Text[]>(sql, [...values], { rowMode: 'array' });
        return asResult(result, result.rows);
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    async script(sql) {
      try {
        await engine.exec(sql);
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    cancel: () => Promise.resolve(),
    giveBack: endTurn,
  };
}

function asResult(result: Results<unknown>, rows: Text[][]): QueryResult {
  return {
    command: result.command ?? '',
    rowCount: result.rowCount ?? 0,
    columns: result.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
    rows,
  };
}
