import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { settings } from '@/lib/config/settings'
import { echoedFields } from '@/lib/http/form-fields'
import type { RefusedForm } from '@/lib/http/pages/page-exchange'
import { isOwnOrigin } from '@/lib/http/request-checks'
import type { ProblemCode } from '@/lib/platform/problems'

/** Which server action is on which page, by the manifest of the build. */
export interface ActionTable {
  /** Whether the page at that path has actions at all. */
  hasPage(path: string): boolean
  has(path: string, actionId: string): boolean
  /**
   * Whether the action belongs to the frame around every page, one that is refused or missing
   * included.
   */
  isFrame(actionId: string): boolean
}

/** The page shown in place of one that is refused: all of its actions are those of the frame. */
const FRAMED = '/forbidden'

interface Manifest {
  node: Record<string, { workers: Record<string, unknown> }>
}

/**
 * Reads the manifest of the production build. Throws when there is none: nothing would guard the
 * actions.
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
  // As Next chooses: `/users/invite` is its own page, not that of a user.
  const pageAt = (path: string) => pages.find(({ pattern }) => pattern.test(path))?.worker
  const has = (path: string, id: string) => pagesOf.get(id)?.has(pageAt(path) ?? '') ?? false
  return { hasPage: (path) => pageAt(path) !== undefined, has, isFrame: (id) => has(FRAMED, id) }
}

/**
 * `app/users/[id]/page` as a pattern of the paths that it answers, and its rank: of several that
 * match, the one that sorts first is the page. Route groups are not part of an address.
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

/** What becomes of a post to a page that has actions. */
export type ActionPost =
  | { kind: 'action'; frame: boolean }
  /** A form of another build: the page is shown again with what was entered. */
  | { kind: 'outdated'; form: RefusedForm }
  /** The same, sent by script, which posts the form itself when told so. */
  | { kind: 'unknown_action' }
  | { kind: 'refused'; code: ProblemCode }

const ACTION_ID = /^[0-9a-f]{42}$/

/**
 * Decides over a post before Next sees it. Next answers a foreign origin and a broken body with
 * 500, runs an action for whatever page it is posted to, and forwards one that the page does not
 * have to itself, over the network.
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
    // React would also take arguments without a form, as text/plain: no action of ours does.
    if (type !== 'multipart/form-data') return { kind: 'refused', code: 'unsupported_media_type' }
    const found = find(named, path, table)
    if (!found) return { kind: 'unknown_action' }
    return (await readForm(req, body)) ? found : { kind: 'refused', code: 'bad_request' }
  }
  if (type !== 'multipart/form-data') return { kind: 'refused', code: 'unsupported_media_type' }
  const form = await readForm(req, body)
  if (!form) return { kind: 'refused', code: 'bad_request' }
  const ids = actionIds(form)
  if (!ids || ids.size > 1) return { kind: 'refused', code: 'bad_request' }
  const [id] = ids
  return (id !== undefined && find(id, path, table)) || outdated(form)
}

/** The frame's actions run wherever the frame is, also around a page that does not exist. */
function find(id: string, path: string, table: ActionTable): ActionPost | null {
  const frame = table.isFrame(id)
  return frame || table.has(path, id) ? { kind: 'action', frame } : null
}

function outdated(form: FormData): ActionPost {
  const values = echoedFields(form)
  return { kind: 'outdated', form: { form: values.intent, values } }
}

/** Whether a post comes from a page of this service. Next lets one without an origin through. */
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

async function readForm({ headers }: IncomingMessage, body: Buffer): Promise<FormData | null> {
  const type = headers['content-type'] ?? ''
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    return null
  }
}

/**
 * The ids in the hidden fields that React puts into a form; null when they are not as it writes
 * them.
 */
function actionIds(form: FormData): Set<string> | null {
  const ids = new Set<string>()
  for (const name of form.keys()) {
    if (name.startsWith('$ACTION_ID_')) ids.add(name.slice('$ACTION_ID_'.length))
    else if (name.startsWith('$ACTION_REF_')) {
      const id = boundId(form.getAll(`$ACTION_${name.slice('$ACTION_REF_'.length)}:0`))
      if (id === null) return null
      ids.add(id)
    }
  }
  return [...ids].every((id) => ACTION_ID.test(id)) ? ids : null
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
