import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { settings } from '@/lib/config/settings'
import { echoedFields } from '@/lib/http/form-fields'
import type { RefusedForm } from '@/lib/http/pages/page-exchange'
import { isOwnOrigin } from '@/lib/http/request-checks'
import type { ProblemCode } from '@/lib/platform/problems'
import { readForm } from '@/server/gateway/read-form'

/** Maps pages to their server actions, as listed in the build manifest. */
export interface ActionTable {
  /** Whether the page at that path has any actions. */
  hasPage(path: string): boolean
  has(path: string, actionId: string): boolean
  /**
   * Whether the action belongs to the layout around every page, including forbidden and not-found
   * pages.
   */
  isFrame(actionId: string): boolean
}

/** The page shown in place of a forbidden one. All of its actions belong to the layout. */
const FRAMED = '/forbidden'

interface Manifest {
  node: Record<string, { workers: Record<string, unknown> }>
}

/**
 * Reads the manifest of the production build. Throws when it is missing, because actions would then
 * be unguarded.
 */
export function readActionTable(projectRoot: string): ActionTable {
  const file = join(projectRoot, '.next/server/server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const pagesOf = new Map(
    Object.entries(node).map(([id, { workers }]) => [id, new Set(Object.keys(workers))]),
  )
  const pages = [...new Set([...pagesOf.values()].flatMap((workers) => [...workers]))]
    .map((worker) => ({ worker, ...patternOf(worker) }))
    .sort((a, b) => a.rank.localeCompare(b.rank))
  // Matches in Next's order: `/users/invite` is its own page, not that of a user.
  const pageAt = (path: string) => pages.find(({ pattern }) => pattern.test(path))?.worker
  const has = (path: string, id: string) => pagesOf.get(id)?.has(pageAt(path) ?? '') ?? false
  return { hasPage: (path) => pageAt(path) !== undefined, has, isFrame: (id) => has(FRAMED, id) }
}

/**
 * Turns `app/users/[id]/page` into a pattern of the paths it serves, and a rank: when several
 * patterns match, the one that sorts first wins. Route groups are not part of the path.
 */
function patternOf(worker: string): { pattern: RegExp; rank: string } {
  const segments = worker
    .split('/')
    .slice(1, -1)
    .filter((segment) => !/^\(.*\)$/.test(segment))
    .map((segment) => {
      if (segment.startsWith('[...')) return { text: '.+', rank: '2' }
      if (segment.startsWith('[')) return { text: '[^/]+', rank: '1' }
      return { text: segment.replace(/[.*+?^${}()|\\]/g, '\\$&'), rank: '0' }
    })
  return {
    pattern: new RegExp(`^/${segments.map(({ text }) => text).join('/')}$`),
    rank: segments.map(({ rank }) => rank).join(''),
  }
}

/** The result of validating a post to a page that has actions. */
export type ActionPost =
  | { kind: 'action'; frame: boolean }
  /** The form was rendered by another build: the page is shown again with the entered values. */
  | { kind: 'outdated'; form: RefusedForm }
  /** The same, but sent by a script, which then submits the form itself. */
  | { kind: 'unknown_action' }
  | { kind: 'refused'; code: ProblemCode }

const ACTION_ID = /^[0-9a-f]{42}$/

/**
 * Decides on a post before Next sees it. Next answers a foreign origin or a malformed body with
 * 500, runs an action no matter which page it is posted to, and forwards an action that the page
 * doesn't have to itself over the network.
 */
export async function validateActionPost(
  req: IncomingMessage,
  { path, body, table }: { path: string; body: Buffer; table: ActionTable },
): Promise<ActionPost> {
  const type = mediaType(req)
  const named = req.headers['next-action']
  if (named !== undefined) {
    if (typeof named !== 'string' || !ACTION_ID.test(named))
      return { kind: 'refused', code: 'bad_request' }
    // React also accepts arguments without a form, as text/plain. None of our actions use that.
    if (type !== 'multipart/form-data') return { kind: 'refused', code: 'unsupported_media_type' }
    const found = find(named, path, table)
    if (!found) return { kind: 'unknown_action' }
    return (await readForm(req.headers['content-type'], body))
      ? found
      : { kind: 'refused', code: 'bad_request' }
  }
  if (type !== 'multipart/form-data') return { kind: 'refused', code: 'unsupported_media_type' }
  const form = await readForm(req.headers['content-type'], body)
  if (!form) return { kind: 'refused', code: 'bad_request' }
  const id = actionIdOf(form)
  if (id === null) return { kind: 'refused', code: 'bad_request' }
  return (id !== undefined && find(id, path, table)) || outdated(form)
}

/** The layout's actions run wherever the layout is shown, even on the not-found page. */
function find(id: string, path: string, table: ActionTable): ActionPost | null {
  const frame = table.isFrame(id)
  return frame || table.has(path, id) ? { kind: 'action', frame } : null
}

function outdated(form: FormData): ActionPost {
  const posted = echoedFields(form)
  return { kind: 'outdated', form: { form: posted.values.intent, ...posted } }
}

/**
 * Whether a post comes from a page of this service. Next lets a post without an Origin header
 * through.
 */
export function isOwnPost({ headers }: IncomingMessage): boolean {
  const asked = new Headers()
  for (const name of ['origin', 'sec-fetch-site', 'host'] as const) {
    const value = headers[name]
    if (typeof value === 'string') asked.set(name, value)
  }
  return isOwnOrigin(asked, settings())
}

export function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

const ID_FIELD = '$ACTION_ID_'
const REF_FIELD = '$ACTION_REF_'

/**
 * The action id in the hidden fields that React adds to a form; undefined without any, null if
 * their format is unexpected. A form names its action once: looking up a reference scans the whole
 * form, here and again in Next, so further ones would multiply the work.
 */
function actionIdOf(form: FormData): string | null | undefined {
  const names = [...form.keys()].filter(
    (name) => name.startsWith(ID_FIELD) || name.startsWith(REF_FIELD),
  )
  const [name] = names
  if (name === undefined) return undefined
  if (names.length > 1) return null
  const id = name.startsWith(ID_FIELD)
    ? name.slice(ID_FIELD.length)
    : boundId(form.getAll(`$ACTION_${name.slice(REF_FIELD.length)}:0`))
  return id !== null && ACTION_ID.test(id) ? id : null
}

function boundId(values: FormDataEntryValue[]): string | null {
  const [value] = values
  if (values.length !== 1 || typeof value !== 'string' || value.length > 200) return null
  try {
    const { id, bound } = JSON.parse(value) as { id?: unknown; bound?: unknown }
    return typeof id === 'string' && (bound === undefined || bound === null || bound === '$@1')
      ? id
      : null
  } catch {
    return null
  }
}
