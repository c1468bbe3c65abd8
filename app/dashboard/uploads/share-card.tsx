import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { TextLink } from '@/components/ui/text-link'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { now } from '@/lib/platform/clock'
import { createUploadLink } from '@/lib/uploads/list-uploads'

const LINK_SECONDS = 86_400

interface ShareCardProps {
  id: string
  userId: string
  locale: Locale
  texts: Messages['uploads']
  closeHref: string
}

/** A link to one of the person's files, to copy. Nothing where there is no such file. */
export async function ShareCard({ id, userId, locale, texts, closeHref }: ShareCardProps) {
  const link = await createUploadLink({ id, userId }, { expiresIn: LINK_SECONDS, now: now() })
  if (!link.ok) return null
  return (
    <Card>
      <CardHeader
        title={formatMessage(texts.shareTitle, { name: link.name ?? texts.unnamed })}
        lead={formatMessage(texts.shareText, { time: formatInstant(link.expiresAt, locale) })}
      />
      <CardBody className="grid gap-3">
        <code className="rounded-md bg-subtle p-2 font-mono text-xs break-all select-all">{link.url}</code>
        <div>
          <CopyButton text={link.url} label={texts.copy} copied={texts.copied} />
        </div>
      </CardBody>
      <CardFooter>
        <TextLink alone href={closeHref}>
          {texts.close}
        </TextLink>
      </CardFooter>
    </Card>
  )
}
