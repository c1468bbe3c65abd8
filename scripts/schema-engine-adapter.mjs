// How scripts/schema-engine.mjs reaches databases: PostgreSQL servers, and PGlite.
import pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { tsImport } from 'tsx/esm/api'

/** @type {typeof import('../lib/platform/db/embedded-pool.ts')} */
const { openLite, poolOn } = await tsImport('../lib/platform/db/embedded-pool.ts', import.meta.url)

const EMBEDDED = 'pglite:'
const SHADOW = ':shadow:'

/** @typedef {{ pool: pg.Pool; close: () => Promise<void> }} Connection */
/** @typedef {Awaited<ReturnType<PrismaPg['connect']>>} Adapter */

/**
 * What is open.
 * @type {Set<Connection>}
 */
const connections = new Set()

/** @param {string} url */
export const isEmbedded = (url) => url.startsWith(EMBEDDED)

/**
 * The configuration of a connection: `schema` is a parameter of Prisma's, not of PostgreSQL.
 * @param {string} url
 */
export function connectionConfig(url) {
  const address = new URL(url)
  address.searchParams.delete('schema')
  return { connectionString: address.toString(), max: 2, options: '-c TimeZone=UTC' }
}

/**
 * What the engine opens connections with.
 * @param {{ url: string; shadowDatabaseUrl?: string }} databases
 * @returns {import('@prisma/driver-adapter-utils').SqlMigrationAwareDriverAdapterFactory}
 */
export const adapterFactory = ({ url, shadowDatabaseUrl }) => ({
  provider: 'postgres',
  adapterName: '@prisma/adapter-pg',
  connect: () => openAdapter(url || `${EMBEDDED}memory://`),
  async connectToShadowDb() {
    if (!shadowDatabaseUrl) return openAdapter(SHADOW, url || EMBEDDED)
    const adapter = await openAdapter(shadowDatabaseUrl)
    await adapter.executeScript('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public')
    return adapter
  },
})

export async function closeConnections() {
  for (const { close } of connections) await close().catch(() => {})
}

/** @param {string} url */
function schemaOf(url) {
  return isEmbedded(url) ? undefined : (new URL(url).searchParams.get('schema') ?? undefined)
}

/**
 * @param {string} url
 * @returns {Promise<Connection>}
 */
async function openConnection(url) {
  if (url === SHADOW) return openEmbedded('memory://')
  if (isEmbedded(url)) return openEmbedded(url.slice(EMBEDDED.length).replace(/^\/\//, ''))
  const pool = new pg.Pool(connectionConfig(url))
  return { pool, close: () => pool.end() }
}

/** @param {string} folder */
const openEmbedded = async (folder) =>
  poolOn(await openLite({ dataDir: /^memory\b/.test(folder) ? 'memory://' : folder }))

/**
 * `schemaUrl` names the schema, if the URL does not.
 * @param {string} url
 */
async function openAdapter(url, schemaUrl = url) {
  const connection = await openConnection(url)
  const { pool, close } = connection
  connections.add(connection)
  const adapter = await new PrismaPg(pool, { schema: schemaOf(schemaUrl) }).connect()
  decodeCatalogTypes(adapter)
  // adapter-pg splits the script at every ';' (also inside $$ bodies): send it whole, as the native
  // engine does.
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script)
    } catch (error) {
      /** @type {any} */
      const internals = adapter // `onError` is not in its types.
      internals.onError(error)
    }
  }
  adapter.dispose = async () => {
    connections.delete(connection)
    await close()
  }
  return adapter
}

const CHAR = 18
const TEXT = 25
const TEXT_ARRAY = 1009
/** OIDs of types of the catalogs, and as what they are read. */
const READ_AS = new Map([
  [22, TEXT], // int2vector
  [24, TEXT], // regproc
  [30, TEXT], // oidvector
  [2202, TEXT], // regprocedure
  [2205, TEXT], // regclass
  [2206, TEXT], // regtype
  [1003, TEXT_ARRAY], // name[]
  [1034, TEXT_ARRAY], // aclitem[]
])

/**
 * adapter-pg does not decode the catalogs' "char" type and related ones, which only the schema
 * describer selects (prisma/orm#27403).
 * @param {any} adapter whose methods are wrapped, some of which are not in its types
 */
function decodeCatalogTypes(adapter) {
  const { performIO, queryRaw } = Object.getPrototypeOf(adapter)
  /** @param {unknown} query */
  adapter.queryRaw = async (query) => {
    /** @type {number[]} */
    const charColumns = []
    const decoding = Object.create(adapter, {
      performIO: {
        /** @param {unknown} io */
        value: async (io) => {
          const result = await performIO.call(adapter, io)
          /** @type {{ dataTypeID: number }[]} */
          const fields = result.fields
          fields.forEach((field, column) => {
            if (field.dataTypeID === CHAR) charColumns.push(column)
            field.dataTypeID = readAs(field.dataTypeID)
          })
          return result
        },
      },
    })
    const result = await queryRaw.call(decoding, query)
    for (const column of charColumns) result.columnTypes[column] = ColumnTypeEnum.Character
    return result
  }
}

/** @param {number} type */
const readAs = (type) => (type === CHAR ? TEXT : (READ_AS.get(type) ?? type))
