import { z } from 'zod'
import type { LinkToken, Mail } from '@/lib/messaging/mail/define-mail'
import { accountMails } from '@/lib/messaging/mail/mails/account'
import { apiKeyMails } from '@/lib/messaging/mail/mails/api-keys'
import { emailAddressMails } from '@/lib/messaging/mail/mails/email-address'
import { impersonationMails } from '@/lib/messaging/mail/mails/impersonation'
import { passkeyMails } from '@/lib/messaging/mail/mails/passkeys'
import { passwordMails } from '@/lib/messaging/mail/mails/passwords'
import { registrationMails } from '@/lib/messaging/mail/mails/registration'
import { signInMails } from '@/lib/messaging/mail/mails/sign-in'
import { twoStepMails } from '@/lib/messaging/mail/mails/two-step'
import { webhookMails } from '@/lib/messaging/mail/mails/webhooks'

/** Every email to a user, in the order of the list of email texts. */
const mails = [
  ...registrationMails,
  ...passwordMails,
  ...signInMails,
  ...twoStepMails,
  ...passkeyMails,
  ...emailAddressMails,
  ...apiKeyMails,
  ...impersonationMails,
  ...accountMails,
  ...webhookMails,
] as const

type Declared = (typeof mails)[number]
type Flat<Type> = { [Key in keyof Type]: Type[Key] }
type RequestOf<Each> = Each extends { kind: infer Kind; data: infer Data }
  ? Flat<{ mail: Kind } & z.output<Data>>
  : never

export type MailKind = Declared['kind']

/** An email that can be queued. */
export type MailRequest = RequestOf<Declared>

type WithoutAccount = Extract<Declared, { accounts: null }>

/** The emails whose link has a token of this kind. */
export type RequestWith<Token extends LinkToken> = RequestOf<
  Extract<Declared, { link: { token: Token } }>
>

/** The last emails to addresses whose account was erased. */
export type LastMailRequest = RequestOf<Exclude<WithoutAccount, { link: { token: LinkToken } }>>

/** The emails that are sent to an account, and those that its owner also sees in the inbox. */
export type AccountMailRequest = RequestOf<Exclude<Declared, WithoutAccount>>
export type InboxMailKind = Exclude<Declared, { inbox: null }>['kind']

export const mailKinds: readonly MailKind[] = mails.map(({ kind }) => kind)

export const lastMailKinds: readonly MailKind[] = mails
  .filter(({ accounts, link }: Mail) => accounts === null && !link.token)
  .map(({ kind }) => kind)

const byKind: ReadonlyMap<string, Mail> = new Map(mails.map((mail) => [mail.kind, mail]))

/** The declaration of an email. */
export function mailOf(kind: MailKind): Mail {
  return byKind.get(kind)!
}

/** The data of a queued email of any kind. Cast, because zod wants a tuple, which `map` loses. */
export const mailRequest = z.discriminatedUnion(
  'mail',
  mails.map(({ kind, data }) => data.extend({ mail: z.literal(kind) })) as never,
) as z.ZodType<MailRequest, MailRequest>

/** The values of an email's details, as far as its data contains them. */
export function detailsOf(request: MailRequest): Record<string, string | number> {
  const names = Object.keys(mailOf(request.mail).details ?? {})
  const values = Object.entries(request).filter(([name]) => names.includes(name))
  return Object.fromEntries(values)
}
