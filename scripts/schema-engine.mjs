#!/usr/bin/env node
/**
 * Stand-in for Prisma's native "schema-engine" where it cannot be downloaded: same command line and
 * stdio JSON-RPC, run on the WebAssembly build of the very same engine (npm
 * @prisma/schema-engine-wasm) through @prisma/adapter-pg. Use:
 * PRISMA_SCHEMA_ENGINE_BINARY=scripts/schema-engine.mjs prisma migrate
 * dev|deploy|diff|status|reset|resolve, db push|pull postgresql:// urls go to a server;
 * pglite:<folder> opens the embedded database. The shadow database is an in-memory PGlite.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { tsImport } from 'tsx/esm/api'

const { pglitePool } = await tsImport('../lib/platform/db/embedded-pool.ts', import.meta.url)

if (process.argv.includes('--version')) {
  console.log('schema-engine-cli wasm')
  process.exit(0)
}
const { values: opt, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
  },
})
const ds = opt.datasource ? JSON.parse(opt.datasource) : {}
const url = ds.url || process.env.DATABASE_URL || ''
const isPglite = (u) => u.startsWith('pglite:')
const schemaOf = (u) =>
  isPglite(u) ? undefined : (new URL(u).searchParams.get('schema') ?? undefined)
const pgConfig = (u) => {
  const x = new URL(u)
  x.searchParams.delete('schema')
  return { connectionString: x.toString(), max: 2, options: '-c TimeZone=UTC' }
}

const lites = new Map()
async function poolFor(u) {
  if (u !== ':shadow:' && !isPglite(u)) return new pg.Pool(pgConfig(u))
  const named = u === ':shadow:' ? 'memory' : u.slice('pglite:'.length).replace(/^\/\//, '')
  const dir = /^memory\b/.test(named) ? 'memory://' : named
  const db = await PGlite.create(dir, { extensions: { pg_trgm } })
  lites.set(u, db)
  return pglitePool(db)
}

// adapter-pg does not decode the catalogs' "char" type and related ones, which only the schema
// describer selects (prisma/orm#27403).
const CHAR = 18
const AS = new Map([
  [22, 25],
  [24, 25],
  [30, 25],
  [2202, 25],
  [2205, 25],
  [2206, 25],
  [1003, 1009],
  [1034, 1009],
])
async function adapterFor(u) {
  const pool = await poolFor(u)
  const adapter = await new PrismaPg(pool, {
    schema: u === ':shadow:' ? schemaOf(url || 'pglite:') : schemaOf(u),
  }).connect()
  const proto = Object.getPrototypeOf(adapter)
  adapter.queryRaw = async (query) => {
    const chars = []
    const view = Object.create(adapter, {
      performIO: {
        value: async (q) => {
          const r = await proto.performIO.call(adapter, q)
          r.fields.forEach((f, i) => {
            if (f.dataTypeID === CHAR) {
              chars.push(i)
              f.dataTypeID = 25
            } else f.dataTypeID = AS.get(f.dataTypeID) ?? f.dataTypeID
          })
          return r
        },
      },
    })
    const r = await proto.queryRaw.call(view, query)
    for (const i of chars) r.columnTypes[i] = ColumnTypeEnum.Character
    return r
  }
  // adapter-pg splits the script at every ';' (also inside $$ bodies): send it whole, as the native
  // engine does.
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script)
    } catch (e) {
      adapter.onError(e)
    }
  }
  adapter.dispose = async () => {
    await pool.end()
    await lites.get(u)?.close()
    lites.delete(u)
  }
  return adapter
}
const factory = {
  provider: 'postgres',
  adapterName: '@prisma/adapter-pg',
  connect: () => adapterFor(url || 'pglite:memory://'),
  async connectToShadowDb() {
    if (!ds.shadowDatabaseUrl) return adapterFor(':shadow:')
    const a = await adapterFor(ds.shadowDatabaseUrl)
    await a.executeScript('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public')
    return a
  },
}

const log = (level, message, extra = {}) =>
  process.stderr.write(
    JSON.stringify({
      timestamp: new Date().toISOString(),
      level,
      fields: { message, ...extra },
      target: 'schema_engine::logger',
    }) + '\n',
  )
function known(e) {
  const host = isPglite(url) ? url : new URL(url).host
  if (e?.code === '3D000')
    return ['P1003', `Database \`${new URL(url).pathname.slice(1)}\` does not exist`]
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(e?.code))
    return ['P1001', `Can't reach database server at \`${host}\``]
  if (['28P01', '28000'].includes(e?.code))
    return ['P1000', `Authentication failed against the database server at \`${host}\``]
  return [e?.code, e?.message ?? String(e)]
}
async function admin(fn) {
  const u = new URL(url)
  const db = decodeURIComponent(u.pathname.slice(1))
  u.pathname = '/postgres'
  u.search = ''
  const c = new pg.Client({ connectionString: u.toString() })
  await c.connect()
  try {
    return await fn(c, pg.escapeIdentifier(db), db)
  } finally {
    await c.end()
  }
}
if (positionals[0] === 'cli') {
  process.stderr.write('\n')
  try {
    if (positionals[1] === 'can-connect-to-database') {
      if (!isPglite(url)) {
        const c = new pg.Client(pgConfig(url))
        await c.connect()
        await c.end()
      }
      log('INFO', 'Connection successful')
    } else if (positionals[1] === 'create-database') {
      await admin((c, q) => c.query(`CREATE DATABASE ${q}`))
      log('INFO', 'The database was successfully created.')
    } else if (positionals[1] === 'drop-database') {
      await admin((c, q) => c.query(`DROP DATABASE IF EXISTS ${q} WITH (FORCE)`))
      log('INFO', 'The database was successfully dropped.')
    }
    process.exit(0)
  } catch (e) {
    const [error_code, message] = known(e)
    log('ERROR', message, { error_code, is_panic: false })
    process.exit(1)
  }
}

let panic = ''
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (m) => {
    panic = m
    log('ERROR', m, { is_panic: true })
  },
}
let enginePromise
const engine = () =>
  (enginePromise ??= (async () => {
    const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
    const wasm = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
      .replace(/\.js$/, '.wasm')
    const inst = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), {
      './schema_engine_bg.js': glue,
    })
    glue.__wbg_set_wasm(inst.exports)
    inst.exports.__wbindgen_start()
    const datamodels = (opt.datamodels ?? [])
      .filter((p) => existsSync(p))
      .map((p) => [p, readFileSync(p, 'utf8')])
    return glue.SchemaEngine.new(
      { datamodels: datamodels.length ? datamodels : undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(factory),
    )
  })())

const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\n')
async function call(method, params) {
  if (method === 'createDatabase')
    return admin(async (c, q, databaseName) => {
      await c.query(`CREATE DATABASE ${q}`)
      return { databaseName }
    })
  const e = await engine()
  if (method === 'getDatabaseVersion') return e.version(params)
  if (method === 'diff') {
    const { stdout, ...rest } = await e.diff(params)
    if (stdout != null) send({ method: 'print', params: { content: stdout }, id: 'print' })
    return rest
  }
  // These two only read the engine's cache of the schema after these migrations; devDiagnostic,
  // which unlike them gets the shadow-database factory, fills it.
  if (method === 'evaluateDataLoss' || method === 'createMigration')
    await e.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
  return (await e[method](params)) ?? null
}
let queue = Promise.resolve()
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const msg = JSON.parse(line)
    if (msg.method)
      queue = queue.then(async () => {
        try {
          send({ id: msg.id, result: await call(msg.method, msg.params) })
        } catch (e) {
          const [error_code, message] = known(e)
          send({
            id: msg.id,
            error: {
              code: 4466,
              message: 'An error happened. Check the data field for details.',
              data: {
                is_panic: !!panic,
                message: panic || message,
                error_code,
                meta: e?.meta ?? null,
              },
            },
          })
        }
      })
  })
  .on('close', () =>
    queue.finally(async () => {
      for (const d of lites.values()) await d.close().catch(() => {})
      process.exit(0)
    }),
  )
