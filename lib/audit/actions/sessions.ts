import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'
import { SIGN_IN_FACTORS, signInRefusal } from '@/lib/platform/metrics/metric-declarations'

const signInFactor = z.enum(SIGN_IN_FACTORS)

/** What ended with all sessions of a user. */
export const endedAccess = {
  sessions_ended: z.int(),
  /** Browsers that are not trusted anymore. */
  browsers: z.int().optional(),
  /** Sign-ins that waited for their second step, an emailed code, or an app. */
  sign_ins: z.int().optional(),
  /** Whether a change of address waited for its link. */
  email_change: z.boolean().optional(),
}

/** Signing in and out. */
export const sessionActions = {
  /** Written by the statement that starts the session (start-session.store.ts). */
  'session.created': {
    label: { en: 'Signed in', tr: 'Oturum açıldı' },
    target: 'session',
    ok: { factors: z.array(z.string()) },
  },
  /** Written by the statement that starts the challenge (challenge.store.ts). */
  'session.challenged': {
    label: { en: 'Two-step verification code requested', tr: 'İki adımlı doğrulama kodu istendi' },
    target: 'user',
    ok: { factors: z.array(z.string()) },
  },
  'session.refused': {
    label: { en: 'Sign-in refused', tr: 'Oturum açma reddedildi' },
    target: 'user',
    refused: {
      factor: signInFactor,
      reason: z.string(),
      /** As entered; only with a password. */
      email: z.string().optional(),
      provider: z.string().nullish(),
    },
    counts: ({ factor, reason }, surface) => ({
      metric: 'gatehouse_sign_in_failures_total',
      labels: { surface, factor: signInFactor.parse(factor), reason: signInRefusal(reason) },
    }),
  },
  'session.code_requested': {
    label: { en: 'Sign-in code requested', tr: 'Oturum açma kodu istendi' },
    target: 'user',
    ok: { email: z.string() },
  },
  'session.ended': {
    label: { en: 'Signed out', tr: 'Oturum kapatıldı' },
    target: 'session',
    ok: { all: z.boolean(), ...endedAccess },
  },
  'session.revoked': {
    label: { en: 'Session ended', tr: 'Oturum uzaktan kapatıldı' },
    target: 'session',
    ok: {},
  },
  'session.displaced': {
    label: {
      en: 'Session ended by the limit per user',
      tr: 'Oturum, kullanıcı başına sınır nedeniyle kapatıldı',
    },
    target: 'session',
    /**
     * The new session. `total_ended`: if so many ended together that not each has a record, how
     * many.
     */
    ok: { session_id: z.string(), total_ended: z.int().optional() },
  },
  'session.disowned': {
    label: {
      en: 'Sign-in reported as not the user’s own',
      tr: 'Oturum açma, kullanıcının kendisine ait değil olarak bildirildi',
    },
    target: 'session',
    /**
     * `ended`: whether the session was still open. `sessions_ended`: with those that began after
     * it. The rest is what was added or started since the session began. The reset that follows
     * writes another record if more was added meanwhile.
     */
    ok: {
      ended: z.boolean(),
      sessions_ended: z.int(),
      address_changed: z.boolean(),
      passkeys_removed: z.array(z.string()),
      providers_disconnected: z.array(z.string()),
      api_keys_revoked: z.array(z.string()),
      mfa_disabled: z.boolean(),
      /** Those that were created since. */
      recovery_codes_removed: z.boolean(),
      mfa_setup_ended: z.boolean(),
      email_change_cancelled: z.boolean(),
      /** One that was confirmed or requested since. */
      phone_removed: z.boolean(),
      /** Copied links. */
      invitation_links_ended: z.int(),
      /** With those whose invitations were being sent. */
      imports_stopped: z.int(),
      bulk_actions_stopped: z.int(),
      notifications_cancelled: z.int(),
    },
    refused: { reason: z.string() },
  },
  'session.others_revoked': {
    label: { en: 'All other sessions ended', tr: 'Diğer tüm oturumlar kapatıldı' },
    target: 'user',
    ok: endedAccess,
  },
  'refresh_token.reused': {
    label: { en: 'Refresh token reused', tr: 'Yenileme belirteci yeniden kullanıldı' },
    target: 'session',
    refused: { presented_generation: z.int(), generation: z.int() },
    counts: (_details, surface) => ({
      metric: 'gatehouse_refresh_token_reuses_total',
      labels: { surface },
    }),
  },
  /**
   * Written by the database function login_guard_record_lock; without a target if an IP address is
   * locked.
   */
  'login.locked': {
    label: {
      en: 'Sign-in locked after too many failed attempts',
      tr: 'Çok fazla başarısız denemeden sonra oturum açma kilitlendi',
    },
    target: 'user',
    ok: {
      budget: z.string(),
      failures: z.int(),
      until: z.string(),
      /** The account's address, or the locked IP address. */
      email: z.string().nullish(),
      address: z.string().nullish(),
    },
  },
  /** By `gatehousectl unlock`; without a target if it is not the account of a user. */
  'login.unlocked': {
    label: { en: 'Sign-in unlocked', tr: 'Oturum açma kilidi kaldırıldı' },
    target: 'user',
    ok: {
      budget: z.enum(['email', 'address', 'all']),
      email: z.string().optional(),
      address: z.string().optional(),
      /** How many locks were in force. */
      locks: z.int(),
    },
  },
} satisfies AuditActionGroup
