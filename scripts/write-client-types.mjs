// Writes the types of the TypeScript client, and those of the guard's webhooks, from the OpenAPI
// document of the routes. They are committed: an editor shows them, and a review shows what changes
// for clients. With --check, nothing is written, and the exit code is 1 if they are outdated.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'
import { answer, answerTypes, sentBody, unquoteTypes } from './client-media-types.mjs'
import { generate } from './generate.mjs'
import { isCurrent, writeIfChanged } from './write-if-changed.mjs'

/**
 * The parts of an OpenAPI document that are read here.
 * @typedef {import('./client-media-types.mjs').Schema} Schema
 * @typedef {import('./client-media-types.mjs').Operation} Operation
 * @typedef {object} OpenApi
 * @property {string} openapi
 * @property {{ title: string; version: string }} info
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {Record<string, unknown>} webhooks
 * @property {{ schemas: Record<string, Schema> }} components
 */

const CLIENT = join(root, 'clients/typescript/src')
const GUARD = join(root, 'clients/guard/src')
const WRITTEN = '// Written by scripts/write-client-types.mjs from the OpenAPI document.\n'
const IMPORTS = "import type { SentFile, SentRows, SentText } from './body.ts'\n"

/**
 * The types of a document. Every failure is a problem document, whatever its status: the client
 * throws it, so the successful responses are all that differs.
 * @param {OpenApi} document
 */
async function clientTypes(document) {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, of]) => [method, plain(of)])),
  ])
  const { schemas } = document.components
  const nodes = await openapiTypes({
    openapi: document.openapi,
    info: document.info,
    paths: Object.fromEntries(paths),
    components: { schemas: withDomTypes(schemas), responses: { Problem: PROBLEM } },
  })
  const text = astToString(nodes).replaceAll(/^export type (webhooks|\$defs) .*\n/gm, '')
  return IMPORTS + unquoteTypes(text)
}

/** The bodies with a passkey, as `PublicKeyCredential.toJSON()` returns it. */
const PASSKEYS = ['PasskeyRegistration', 'PasskeyAssertion']

/**
 * In the DOM types of TypeScript, `type` of a passkey is a string, though never another one.
 * @param {Record<string, Schema>} schemas
 * @returns {Record<string, Schema>}
 */
function withDomTypes(schemas) {
  const passkeys = PASSKEYS.map((name) => {
    const { properties, ...schema } = schemas[name] ?? {}
    const type = { type: 'string', description: `Always “${properties.type.const}”` }
    return [name, { ...schema, properties: { ...properties, type } }]
  })
  return { ...schemas, ...Object.fromEntries(passkeys) }
}

const PROBLEM = {
  description: 'Problem details (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** @param {Operation} operation */
function plain({ requestBody, responses, ...operation }) {
  const successes = Object.entries(responses).filter(([status]) => status < '400')
  return {
    ...operation,
    ...(requestBody && { requestBody: sentBody(requestBody) }),
    responses: {
      ...Object.fromEntries(successes.map(([status, of]) => [status, answer(of)])),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/**
 * The types of webhooks' requests, and the names of their events.
 * @param {OpenApi} document
 */
async function eventTypes({ openapi, info, webhooks, components }) {
  const events = Object.entries(components.schemas).filter(([name]) => name.endsWith('Event'))
  const schemas = Object.fromEntries(events)
  const nodes = await openapiTypes({ openapi, info, paths: {}, components: { schemas } })
  const text = astToString(nodes).replaceAll(/^export type .* = Record<string, never>;\n/gm, '')
  return [
    text,
    "/** The body of a webhook's request. `type` determines the fields of `data`. */",
    "export type WebhookEvent = components['schemas']['WebhookEvent']\n",
    '/** The events of this version of Gatehouse. */',
    `export const EVENT_TYPES: ReadonlySet<string> = new Set<WebhookEvent['type']>(${JSON.stringify(Object.keys(webhooks), null, 2)})\n`,
  ].join('\n')
}

/**
 * The files that are written, by the declarations of the routes as they are now.
 * @returns {Promise<[file: string, text: string][]>}
 */
async function currentFiles() {
  await generate()
  const file = 'dist/server/openapi.mjs'
  await bundle('server/openapi.ts', file)
  /** @type {{ openApiDocument(): Promise<OpenApi> }} */
  const { openApiDocument } = await import(pathToFileURL(join(root, file)).href)
  const document = await openApiDocument()
  return [
    [join(CLIENT, 'schema.ts'), WRITTEN + (await clientTypes(document))],
    [join(CLIENT, 'answer-types.ts'), WRITTEN + answerTypes(document)],
    [join(GUARD, 'webhook-events.ts'), WRITTEN + (await eventTypes(document))],
  ]
}

export async function writeClientTypes() {
  for (const file of await currentFiles()) writeIfChanged(...file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) await writeClientTypes()
  else if (!(await currentFiles()).every((file) => isCurrent(...file))) {
    console.error('The types of the client are outdated. Run npm run build:clients.')
    process.exit(1)
  }
  process.exit()
}
