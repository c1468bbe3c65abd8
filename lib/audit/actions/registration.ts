import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

/** A single-use link that is unknown, used or expired. */
export const badLink = {
  reason: z.string(),
  /** As entered, if the form asks for it. */
  email: z.string().optional(),
  /** Another account took the address in the meantime. */
  taken: z.boolean().optional(),
}

const registered = z.enum(['created', 'added', 'repeated', 'dropped', 'taken'])

/** How accounts come into being, and whose address they have. */
export const registrationActions = {
  'administrator.created': {
    label: { en: 'Administrator created', tr: 'Yönetici oluşturuldu' },
    target: 'user',
    webhook: 'user.created',
    ok: { email: z.string() },
    refused: { email: z.string(), reason: z.string() },
  },
  'administrator.creation_refused': {
    label: {
      en: 'First administrator setup refused',
      tr: 'İlk yöneticinin oluşturulması reddedildi',
    },
    target: 'user',
    refused: badLink,
  },
  'user.registered': {
    label: { en: 'Account registered', tr: 'Kayıt yapıldı' },
    target: 'user',
    webhook: { event: 'user.created', when: { result: 'created' } },
    ok: { result: registered, provider: z.string().optional() },
    refused: { result: registered },
  },
  'invitation.accepted': {
    label: { en: 'Invitation accepted', tr: 'Davet kabul edildi' },
    target: 'user',
    webhook: 'user.email_verified',
    ok: {
      /** The administrator who copied the link, if it wasn't emailed. */
      link_shown_to: z.string().optional(),
    },
  },
  'invitation.refused': {
    label: { en: 'Invitation acceptance refused', tr: 'Davetin kabulü reddedildi' },
    target: 'user',
    refused: badLink,
  },
  'email.verification_requested': {
    label: { en: 'Confirmation email requested', tr: 'Doğrulama e-postası istendi' },
    target: 'user',
    ok: { email: z.string(), provider: z.string().optional() },
  },
  'email.verified': {
    label: { en: 'Email address confirmed', tr: 'E-posta adresi doğrulandı' },
    target: 'user',
    webhook: 'user.email_verified',
    ok: { password: z.enum(['chosen', 'registered', 'kept', 'removed', 'none']) },
  },
  'email.verification_refused': {
    label: {
      en: 'Email address confirmation refused',
      tr: 'E-posta adresinin doğrulanması reddedildi',
    },
    target: 'user',
    refused: badLink,
  },
} satisfies AuditActionGroup
