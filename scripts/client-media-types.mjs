// What the client sends and gets that is not JSON. A schema can't describe it, so the types of the
// client name the types of the platform, and those of clients/typescript/src/body.ts.

/**
 * The parts of an OpenAPI document that are read here.
 * @typedef {any} Schema
 * @typedef {Record<string, { schema: Schema }>} Content
 * @typedef {{ description: string; content?: Content }} Answer
 * @typedef {{ requestBody?: { content: Content }; responses: Record<string, Answer> }} Operation
 */

const JSON_TYPE = 'application/json'
const FORM = 'multipart/form-data'
const TEXTS = ['text/csv', 'application/x-ndjson', 'text/html']

/**
 * Written as the constant of a schema, and unquoted by `unquoteTypes`.
 * @param {string} type
 */
const named = (type) => ({ const: `type:${type}` })

/**
 * Replaces the constants in the text of the types by the types that they name.
 * @param {string} text
 */
export function unquoteTypes(text) {
  return text.replaceAll(/"type:(\w+)"/g, '$1')
}

/**
 * The body of a request, with files, forms, and texts as programs have them.
 * @param {{ content: Content }} body
 */
export function sentBody({ content, ...rest }) {
  const types = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: sentSchema(type, schema) },
  ])
  return { ...rest, content: Object.fromEntries(types) }
}

/**
 * @param {string} type
 * @param {Schema} schema
 */
function sentSchema(type, schema) {
  if (type === FORM) {
    const file = { ...schema.properties.file, anyOf: [named('Blob')] }
    const properties = { ...schema.properties, file }
    return { anyOf: [{ ...schema, properties }, named('FormData')] }
  }
  // The routes describe every other body by a schema with a type or a name.
  if (Object.keys(schema).some((key) => key !== 'description')) return schema
  if (type === JSON_TYPE) return named('SentRows')
  return named(TEXTS.includes(type) ? 'SentText' : 'SentFile')
}

/**
 * A successful answer. The client never asks for the page that a browser gets instead of JSON.
 * @param {Answer} answer
 */
export function answer({ content, ...rest }) {
  if (!content) return rest
  const json = content[JSON_TYPE]
  const types = json ? [[JSON_TYPE, { schema: json.schema }]] : answeredTypes(content)
  return { ...rest, content: Object.fromEntries(types) }
}

/**
 * A text that a user uploaded is a file too: decoding it could change its bytes.
 * @param {Content} content
 */
const answeredTypes = (content) =>
  Object.keys(content).map((type) => [
    type,
    { schema: TEXTS.includes(type) ? { type: 'string' } : named('Blob') },
  ])

/**
 * A module with the media types of all answers that are not JSON, by operation.
 * @param {{ paths: Record<string, Record<string, Operation>> }} document
 */
export function answerTypes({ paths }) {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const types = Object.keys(responses[200]?.content ?? {})
      if (types.length === 0 || types.includes(JSON_TYPE)) return []
      return `  '${method} ${path}': [${types.map((type) => `'${type}'`).join(', ')}],\n`
    }),
  )
  return `/** The media types of the operations whose answers are not JSON. */
export const ANSWER_TYPES: Readonly<Record<string, readonly string[]>> = {
${lines.join('')}}
`
}
