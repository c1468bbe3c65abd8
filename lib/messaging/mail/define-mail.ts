import { z } from 'zod'
import { knownEmailField } from '@/lib/accounts/user-fields'
import type { EmailTokenKind } from '@/lib/accounts/email-token.store'
import { formatMediumDay } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { InboxNotice } from '@/lib/messaging/inbox/inbox.schemas'
import type { MailRecipient } from '@/lib/messaging/mail/mail-recipient.store'
import { instant } from '@/lib/platform/instant'
import type { UserStatus } from '@/prisma/generated/client'

/** The data of an email about an account: when it happened (RFC 3339) and, if known, from where. */
export const notice = z.object({
  userId: z.uuid(),
  at: instant,
  ip: z.string().optional(),
  /** The client's User-Agent as sent. It is reduced to known names before it is shown. */
  device: z.string().optional(),
  /** The address it is sent to; by default the account's when it is sent. */
  to: knownEmailField.optional(),
})

/**
 * The built-in text of an email in one language. `{host}` is the host of the service, `{product}`
 * the product name, `{lockout}` how long incorrect codes block an account, `{forgot_url}` the page
 * that resets a password, `{life}` how long the link's token is valid. The email's `details` are
 * placeholders too.
 */
export interface BuiltInText {
  /** The email's name in the list of email texts. */
  name: string
  subject: string
  /** Paragraphs above the facts and the button. */
  before: readonly string[]
  button: string
  /** Paragraphs below the button. */
  after: readonly string[]
  /** Why the recipient gets this email. */
  why: string
}

/**
 * What the token in a link is for. It is created when the email is sent. link-tokens.ts declares
 * how, and to whom: the last four kinds belong to a request that is looked up.
 */
export type LinkToken =
  EmailTokenKind | 'registration' | 'email_change' | 'sign_in' | 'sign_in_code'

/** A value that is shown among the facts, and which texts can contain as a placeholder. */
export interface MailDetail {
  label: Record<Locale, string>
  /** Shown in previews. */
  sample: string | number
  /** A calendar day (`2027-03-14`), which is shown in the language of the reader. */
  isDay?: true
  /**
   * For a list of keys (`password,phone`): what is shown for each, in the language of the reader.
   */
  names?: Readonly<Record<string, Record<Locale, string>>>
  /** What is shown instead of a value that the data may lack. */
  absent?: Record<Locale, string>
}

/** The declaration of an email. */
export interface Mail {
  /** The name it is stored under, in queued jobs and changed texts. It can't be changed later. */
  kind: string
  /**
   * What queueMail takes besides the kind: `notice`, extended as needed, for an email to a known
   * account, or else its `email`. Never a token, so that a leaked queue grants no access.
   */
  data: z.ZodObject
  /** Fields of `data` that are shown. */
  details?: Readonly<Record<string, MailDetail>>
  /**
   * The account statuses it is sent to. Other accounts and unknown addresses get nothing. Null if
   * it isn't sent to an account: the link's token then says to whom. Without a token, it is the
   * last email to the address of an account that was erased.
   */
  accounts: readonly UserStatus[] | null
  /** Which of these accounts get it, if not all. */
  onlyTo?: (account: MailRecipient) => boolean
  /**
   * Whether its link can complete a registration. If the settings no longer allow the address, none
   * is sent anymore; links that were sent before stay valid.
   */
  completesRegistration?: boolean
  /** The page that the button opens. */
  link: { path: `/${string}`; token?: LinkToken }
  /** Whether it shows when something happened, and from where. */
  facts: boolean
  /** Whether repeated requests send it only once while one is waiting. */
  once: boolean
  /** Whether administrators can change its text. The default is true. */
  editable?: boolean
  texts: Record<Locale, BuiltInText>
  /** What the owner of the account sees in the inbox. Only of emails whose data is a notice. */
  inbox: InboxNotice | null
}

/** A declaration with what types are derived from. */
interface DeclaredMail<Kind, Data, Accounts, Link, Inbox> extends Omit<
  Mail,
  'kind' | 'data' | 'accounts' | 'link' | 'inbox'
> {
  kind: Kind
  data: Data
  accounts: Accounts
  link: Link
  inbox: Inbox
}

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never

/** What the compiler names when a text contains a placeholder that nothing fills. */
interface UnknownPlaceholder<Name> {
  unknownPlaceholder: Name
}

type WithPlaceholders<Texts, Allowed extends string> = Texts extends string
  ? [Exclude<PlaceholdersIn<Texts>, Allowed>] extends [never]
    ? Texts
    : UnknownPlaceholder<Exclude<PlaceholdersIn<Texts>, Allowed>>
  : { [Part in keyof Texts]: WithPlaceholders<Texts[Part], Allowed> }

type NoticeWithPlaceholders<Inbox, Allowed extends string> = {
  [Part in keyof Inbox]: WithPlaceholders<Inbox[Part], Part extends 'sms' ? 'url' : Allowed>
}

/** `codesLeft` is the placeholder `{codes_left}`. */
type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** What the compiler names when a detail is not a text or number field of the data. */
interface DetailNotInData<Name> {
  detailNotInData: Name
}

/** What the compiler names when the data has a `userId` without the other fields of `notice`. */
interface DataExtendsNotice {
  dataWithUserIdMustExtend: 'notice'
}

type WithNotice<Data extends z.ZodObject> = 'userId' extends keyof z.output<Data>
  ? z.output<Data> extends z.output<typeof notice>
    ? unknown
    : DataExtendsNotice
  : unknown

/** Details that the queued data contains. An email to no account is given its details when sent. */
type DetailsOf<Details, Data extends z.ZodObject, Accounts> = {
  [Name in keyof Details]: Accounts extends null
    ? MailDetail
    : Name extends keyof z.output<Data>
      ? z.output<Data>[Name] extends string | number
        ? MailDetail
        : z.output<Data>[Name] extends string | number | undefined
          ? MailDetail & Required<Pick<MailDetail, 'absent'>>
          : DetailNotInData<Name>
      : DetailNotInData<Name>
}

/**
 * Declares an email. Everything else follows from the declaration: the type of what can be queued,
 * the text and its editor in the dashboard, who gets it, its link, and its inbox item.
 */
export function defineMail<
  const Kind extends string,
  Data extends z.ZodObject,
  const Accounts extends Mail['accounts'],
  const Link extends Mail['link'],
  const Texts extends Mail['texts'],
  const Inbox extends Mail['inbox'],
  Details extends NonNullable<Mail['details']> = Record<never, never>,
>(
  mail: Omit<Mail, 'details'> & {
    kind: Kind
    data: Data & WithNotice<Data>
    accounts: Accounts
    link: Link
    details?: Details & DetailsOf<Details, Data, Accounts>
    texts: WithPlaceholders<
      Texts,
      | 'host'
      | 'product'
      | 'lockout'
      | 'forgot_url'
      | SnakeCase<keyof Details>
      | (Link extends { token: LinkToken } ? 'life' : never)
    > &
      Texts
    inbox: NoticeWithPlaceholders<Inbox, 'product' | SnakeCase<keyof Details>> &
      (z.output<Data> extends z.output<typeof notice> ? Inbox : Inbox & null)
  },
): DeclaredMail<Kind, Data, Accounts, Link, Inbox> {
  return mail
}

/** The values of details as texts show them. */
export function showDetails<Value extends string | number>(
  values: Readonly<Record<string, Value>>,
  declared: Readonly<Record<string, MailDetail>> | undefined,
  locale: Locale,
): Record<string, Value | string> {
  const absent = Object.entries(declared ?? {}).flatMap(([name, { absent: shown }]) =>
    shown && values[name] === undefined ? [[name, shown[locale]] as const] : [],
  )
  const given = Object.entries(values).map(
    ([name, value]) => [name, showDetail(value, declared?.[name], locale)] as const,
  )
  return Object.fromEntries([...given, ...absent])
}

function showDetail<Value extends string | number>(
  value: Value,
  { isDay, names }: Partial<MailDetail> = {},
  locale: Locale,
): Value | string {
  if (isDay) return formatMediumDay(new Date(value), locale)
  if (!names) return value
  // A newer instance may have queued a key that this one doesn't know.
  const shown = String(value)
    .split(',')
    .flatMap((key) => names[key]?.[locale] ?? [])
  return new Intl.ListFormat(locale).format(shown)
}

/** Values by the names of their placeholders: `codesLeft` is `{codes_left}`. */
export function toPlaceholders<Value>(details: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
