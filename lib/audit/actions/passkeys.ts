import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const passkey = { passkey_id: z.string(), name: z.string() }

/** Passkeys of one’s own account. A refused sign-in is `session.refused`. */
export const passkeyActions = {
  'passkey.added': {
    label: { en: 'Passkey added', tr: 'Geçiş anahtarı eklendi' },
    target: 'user',
    ok: passkey,
  },
  'passkey.addition_refused': {
    label: { en: 'Adding a passkey refused', tr: 'Geçiş anahtarı eklenmesi reddedildi' },
    target: 'user',
    refused: { reason: z.string() },
  },
  'passkey.renamed': {
    label: { en: 'Passkey renamed', tr: 'Geçiş anahtarının adı değiştirildi' },
    target: 'user',
    ok: passkey,
  },
  'passkey.removed': {
    label: { en: 'Passkey removed', tr: 'Geçiş anahtarı kaldırıldı' },
    target: 'user',
    ok: passkey,
  },
  'passkey.removal_refused': {
    label: { en: 'Removing a passkey refused', tr: 'Geçiş anahtarının kaldırılması reddedildi' },
    target: 'user',
    refused: { passkey_id: z.string(), reason: z.string() },
  },
  'passkey.proved': {
    label: { en: 'Identity confirmed with a passkey', tr: 'Kimlik geçiş anahtarıyla doğrulandı' },
    target: 'user',
    ok: { passkey_id: z.string() },
  },
  /** A refused passkey or password before a sensitive change. */
  'passkey.proof_refused': {
    label: {
      en: 'Confirmation with or for a passkey refused',
      tr: 'Geçiş anahtarıyla veya geçiş anahtarı için doğrulama reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
  /** Its signature counter went back, so a copy of it exists. */
  'passkey.cloned': {
    label: {
      en: 'Possibly copied passkey blocked',
      tr: 'Kopyalanmış olabilecek geçiş anahtarı engellendi',
    },
    target: 'user',
    refused: { ...passkey, counter: z.int() },
  },
} satisfies AuditActionGroup
