import { Circle, CircleCheck } from 'lucide-react'
import { Card, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ChecklistItem } from '@/lib/users/overview'

interface ChecklistCardProps {
  items: readonly ChecklistItem[]
  /** Whether the viewer may invite administrators. */
  mayInvite: boolean
  /** Whether the viewer may change the email settings. */
  mayManage: boolean
  locale: Locale
  texts: Messages['home']['checklist']
}

/** What should be set up before users depend on the service. Hidden once everything is. */
export function ChecklistCard({ items, mayInvite, mayManage, locale, texts }: ChecklistCardProps) {
  const left = items.filter(({ done }) => !done).length
  const links: Partial<Record<ChecklistItem['step'], { href: string; label: string }>> = {
    ...(mayManage && {
      mail_sender: { href: '/dashboard/settings/mail', label: texts.openMailSettings },
    }),
    api_call: { href: '/docs', label: texts.openReference },
    ...(mayInvite && {
      second_administrator: { href: '/dashboard/users/invite', label: texts.inviteAdministrator },
    }),
  }
  return (
    <Card>
      <CardHeader title={texts.title} lead={formatCount(texts.lead, left, locale)} />
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {items.map(({ step, done }) => (
          <Step
            key={step}
            done={done}
            link={done ? undefined : links[step]}
            texts={texts}
            {...texts.steps[step]}
          />
        ))}
      </ul>
    </Card>
  )
}

interface StepProps {
  done: boolean
  title: string
  text: string
  link: { href: string; label: string } | undefined
  texts: ChecklistCardProps['texts']
}

function Step({ done, title, text, link, texts }: StepProps) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li className="flex items-start gap-3 px-5 py-3 sm:px-6">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${done ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0">
        <p className={done ? 'text-muted' : 'font-medium'}>
          {title} <span className="sr-only">({done ? texts.done : texts.open})</span>
        </p>
        {done ? null : <p className="text-[0.8125rem] break-words text-muted">{text}</p>}
        {link ? (
          <TextLink alone href={link.href} className="text-[0.8125rem]">
            {link.label}
          </TextLink>
        ) : null}
      </div>
    </li>
  )
}
