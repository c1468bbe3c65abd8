#!/usr/bin/env node
/**
 * Stand-in for Prisma's native "schema-engine" where it cannot be downloaded: the same command line
 * and JSON-RPC on standard input and output, run on the WebAssembly build of the same engine
 * (@prisma/schema-engine-wasm) through @prisma/adapter-pg. scripts/prisma.mjs names it in
 * PRISMA_SCHEMA_ENGINE_BINARY. Supports migrate dev, deploy, diff, status, reset, and resolve, and
 * db push and pull.
 *
 * A URL postgresql:// leads to a server; pglite:<folder> opens the embedded database. The shadow
 * database is a PGlite in memory.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import {
  adapterFactory,
  closeConnections,
  connectionConfig,
  isEmbedded,
} from './schema-engine-adapter.mjs'

if (process.argv.includes('--version')) {
  console.log('schema-engine-cli wasm')
  process.exit(0)
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
  },
})
const options = /** @type {{ datamodels?: string[]; datasource?: string }} */ (values)
/** @type {{ url?: string; shadowDatabaseUrl?: string }} */
const datasource = options.datasource ? JSON.parse(options.datasource) : {}
const url = datasource.url || process.env.DATABASE_URL || ''

if (positionals[0] === 'cli') await runCommand(positionals[1])
else serveRpc()

/**
 * Writes a line as the native engine logs it.
 * @param {'INFO' | 'ERROR'} level
 * @param {string} message
 */
function log(level, message, extra = {}) {
  const line = {
    timestamp: new Date().toISOString(),
    level,
    fields: { message, ...extra },
    target: 'schema_engine::logger',
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/**
 * Prisma's code and message of an error.
 * @param {any} error
 * @returns {[code: string | undefined, message: string]}
 */
function describeError(error) {
  const host = isEmbedded(url) ? url : new URL(url).host
  if (error?.code === '3D000')
    return ['P1003', `Database \`${new URL(url).pathname.slice(1)}\` does not exist`]
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(error?.code))
    return ['P1001', `Can't reach database server at \`${host}\``]
  if (['28P01', '28000'].includes(error?.code))
    return ['P1000', `Authentication failed against the database server at \`${host}\``]
  return [error?.code, error?.message ?? String(error)]
}

/**
 * Runs one of the engine's commands, then ends the process.
 * @param {string | undefined} command
 */
async function runCommand(command) {
  process.stderr.write('\n')
  try {
    if (command === 'can-connect-to-database') {
      await connectOnce()
      log('INFO', 'Connection successful')
    } else if (command === 'create-database') {
      await createDatabase()
      log('INFO', 'The database was successfully created.')
    } else if (command === 'drop-database') {
      await administer((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      log('INFO', 'The database was successfully dropped.')
    }
    process.exit(0)
  } catch (error) {
    const [code, message] = describeError(error)
    log('ERROR', message, { error_code: code, is_panic: false })
    process.exit(1)
  }
}

async function connectOnce() {
  if (isEmbedded(url)) return
  const client = new pg.Client(connectionConfig(url))
  await client.connect()
  await client.end()
}

/** Returns the name of the new database. */
async function createDatabase() {
  return administer((name) => `CREATE DATABASE ${name}`)
}

/**
 * Runs a statement about the database of the URL, connected to another one. Returns the database's
 * name.
 * @param {(name: string) => string} statementFor
 */
async function administer(statementFor) {
  const address = new URL(url)
  const databaseName = decodeURIComponent(address.pathname.slice(1))
  address.pathname = '/postgres'
  address.search = ''
  const client = new pg.Client({ connectionString: address.toString() })
  await client.connect()
  try {
    await client.query(statementFor(pg.escapeIdentifier(databaseName)))
    return databaseName
  } finally {
    await client.end()
  }
}

/** Answers the requests on standard input one after the other, until it closes. */
function serveRpc() {
  const panic = watchPanics()
  /** @type {ReturnType<typeof loadEngine> | null} */
  let engine = null
  const getEngine = () => (engine ??= loadEngine())
  /** @type {Promise<void>} */
  let queue = Promise.resolve()
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      /** @type {{ id: unknown; method?: string; params?: any }} */
      const { id, method, params } = JSON.parse(line)
      if (method)
        queue = queue.then(async () =>
          send(
            await call(getEngine, method, params).then(
              (result) => ({ id, result }),
              (error) => ({ id, error: rpcError(error, panic.message) }),
            ),
          ),
        )
    })
    .on('close', () =>
      queue.finally(async () => {
        await closeConnections()
        process.exit(0)
      }),
    )
}

/** The engine reports its panics to this registry. */
function watchPanics() {
  const panic = { message: '' }
  const registry = {
    /** @param {string} message */
    set_message: (message) => {
      panic.message = message
      log('ERROR', message, { is_panic: true })
    },
  }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry })
  return panic
}

/** @returns {Promise<any>} */
async function loadEngine() {
  /** @type {any} */
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {
    './schema_engine_bg.js': glue,
  })
  glue.__wbg_set_wasm(exports)
  const { __wbindgen_start: begin } = /** @type {Record<string, () => void>} */ (exports)
  begin?.()
  const datamodels = (options.datamodels ?? [])
    .filter((path) => existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')])
  return glue.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(
      adapterFactory({ url, shadowDatabaseUrl: datasource.shadowDatabaseUrl }),
    ),
  )
}

/**
 * @param {() => ReturnType<typeof loadEngine>} getEngine
 * @param {string} method
 * @param {any} params
 */
async function call(getEngine, method, params) {
  if (method === 'createDatabase') return { databaseName: await createDatabase() }
  const engine = await getEngine()
  if (method === 'getDatabaseVersion') return engine.version(params)
  if (method === 'diff') {
    const { stdout, ...rest } = await engine.diff(params)
    if (stdout != null) send({ method: 'print', params: { content: stdout }, id: 'print' })
    return rest
  }
  // These two only read the engine's cache of the schema after these migrations; devDiagnostic,
  // which unlike them gets the shadow-database factory, fills it.
  if (method === 'evaluateDataLoss' || method === 'createMigration')
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
  return (await engine[method](params)) ?? null
}

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/**
 * @param {any} error
 * @param {string} panic
 */
function rpcError(error, panic) {
  const [code, message] = describeError(error)
  return {
    code: 4466,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: panic !== '',
      message: panic || message,
      error_code: code,
      meta: error?.meta ?? null,
    },
  }
}
