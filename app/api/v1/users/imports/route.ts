import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { fileBody } from '@/lib/http/route-body'
import { queryFlag } from '@/lib/platform/input-fields'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'
import { fileNameField } from '@/lib/users/import/import-file'
import { listImports } from '@/lib/users/import/list-imports'
import { startImport } from '@/lib/users/import/start-import'
import { userImportResponse } from '@/lib/users/import/user-import.responses'

const FORMATS = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
} as const
const TYPES = Object.keys(FORMATS) as (keyof typeof FORMATS)[]

const importQuery = z.object({
  dry_run: queryFlag.default(false).describe('true: checks every row without creating users'),
  file_name: fileNameField.optional().describe('File name to show in the list of imports'),
})

export const GET = defineRoute({
  operationId: 'listUserImports',
  tag: 'User imports',
  summary: 'List user imports, newest first: your own, or all of them with users:list',
  access: { permission: 'users:activate' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(userImportResponse) },
  handle: async ({ query, principal }) => {
    const result = await listImports(principal, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.imports, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createUserImport',
  tag: 'User imports',
  summary:
    'Import users from a file: up to 10 MiB and 200,000 rows, in the background (roles other than user also require users:role:change)',
  access: { permission: 'users:activate' },
  act: 'user_import',
  body: fileBody({ types: TYPES, maxBytes: MAX_IMPORT_BYTES }),
  query: importQuery,
  responses: { 202: userImportResponse },
  refusals: ['malformed_json', 'conflict', 'overloaded'],
  handle: async ({ body: { type, bytes }, query, principal, ctx }) => {
    const { dry_run: dryRun, file_name: name = null } = query
    const file = { format: FORMATS[type], bytes, name, dryRun }
    const result = await startImport(principal, file, ctx)
    if (!result.ok) return result
    const headers = { location: `/api/v1/users/imports/${result.import.id}` }
    return { status: 202, body: result.import, headers }
  },
})
