import type { z } from 'zod'
import type { Access } from '@/lib/access/find-access'
import { type JsonText, toJsonText } from '@/lib/http/route-declaration'
import type { permissionsResponse } from '@/lib/identity/auth.responses'
import { sha256 } from '@/lib/platform/crypto'

interface WrittenAccess {
  body: JsonText<z.output<typeof permissionsResponse>>
  etag: string
}

const written = new WeakMap<Access, WrittenAccess>()

/** The JSON text and entity tag of a user's access. Serialized once per cached access. */
export function presentAccess(userId: string, access: Access): WrittenAccess {
  const known = written.get(access)
  if (known) return known
  const { roles, version } = access
  const permissions = [...access.permissions]
  const body: WrittenAccess['body'] = toJsonText({
    user_id: userId,
    roles: [...roles],
    permissions,
    version,
  })
  // The body names the user, so two users with the same access have different tags.
  const tag = sha256(`${userId}\n${version}`).toString('base64url').slice(0, 16)
  const fresh = { body, etag: `"${tag}"` }
  written.set(access, fresh)
  return fresh
}
