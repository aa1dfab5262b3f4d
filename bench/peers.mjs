/**
 * The servers that the service is measured beside, each as its own documentation begins: `node peers.mjs <which>`, which
 * prints its address. Plain JavaScript: what these packages are is not known to the type check, which runs without them.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [, , which, argument] = process.argv;

/** One Buffer, made once. @param file - with the bytes that it answers with. */
function nodeHttp(file) {
  const body = readFileSync(file);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  return http.createServer((request, response) => response.writeHead(200, headers).end(body));
}

/** A query a request, and JSON.stringify. */
async function expressWithPg(url) {
  const { default: express } = await import('express');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url });
  const app = express();
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 waits for it
  app.get('/', async (request, response) => {
    const { rows } = await pool.query('SELECT * FROM directory.startups ORDER BY id');
    response.json(rows);
  });
  return http.createServer(app);
}

/** A statement that makes the whole list in the database. */
async function fastifyWithJsonAgg(url) {
  const { default: fastify } = await import('fastify');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url });
  const app = fastify();
  app.get('/', async (request, reply) => {
    const { rows } = await pool.query(
      "SELECT coalesce(json_agg(s ORDER BY id), '[]')::text AS list FROM directory.startups AS s",
    );
    return reply.type('application/json').send(rows[0].list);
  });
  await app.ready();
  return app.server;
}

process.stdin.on('end', () => process.exit()).resume(); // whoever started it is gone

const servers = { 'node:http': nodeHttp, express: expressWithPg, fastify: fastifyWithJsonAgg };

const server = await servers[which](argument);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`);
});
