import { avatarSrc } from '@/components/users/avatar-src'
import type { RecordNames } from '@/lib/audit/name-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import type { Messages } from '@/lib/i18n/messages'

type Texts = Messages['audit']

/** An action in the reader's words; one that has none yet as it is. */
export function actionName(action: string, texts: Texts): string {
  return Object.hasOwn(texts.actions, action) ? texts.actions[action as keyof typeof texts.actions] : action
}

/** A kind of target in the reader's words. */
export function targetKind(type: string, texts: Texts): string {
  return Object.hasOwn(texts.targetKinds, type)
    ? texts.targetKinds[type as keyof typeof texts.targetKinds]
    : type
}

/** Who acted: an e-mail address, the id of a user who no longer exists, null for nobody. */
export function actorName({ actor_id }: AuditRecord, names: RecordNames): string | null {
  return actor_id === null ? null : (names.people.get(actor_id) ?? actor_id)
}

/** The picture of who acted, where there is one that the reader may see. */
export function actorAvatar({ actor_id: id }: AuditRecord, names: RecordNames): string | null {
  return id === null ? null : avatarSrc({ id, avatar_url: names.avatars.get(id) ?? null })
}
