import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface OwnStepsProps {
  hasName: boolean
  hasPassword: boolean
  /** Recovery codes left; null while two-step verification is off. */
  codesLeft: number | null
  locale: Locale
  texts: Messages['home']['steps']
}

/** Suggestions to make the account safer or easier to recognize. Nothing if none apply. */
export function OwnSteps({ hasName, hasPassword, codesLeft, locale, texts }: OwnStepsProps) {
  const steps = [
    codesLeft === null
      ? {
          href: '/dashboard/account/security',
          title: texts.secondFactor,
          text: texts.secondFactorText,
        }
      : codesLeft <= FEW_RECOVERY_CODES
        ? {
            href: '/dashboard/account/security',
            title: formatCount(texts.fewCodes, codesLeft, locale),
            text: texts.fewCodesText,
          }
        : null,
    hasPassword
      ? null
      : { href: '/dashboard/account/password', title: texts.password, text: texts.passwordText },
    hasName ? null : { href: '/dashboard/account', title: texts.name, text: texts.nameText },
  ].filter((step) => step !== null)
  if (steps.length === 0) return null
  return (
    <Card>
      <CardHeader title={texts.title} />
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ul>
    </Card>
  )
}

function Step({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="group flex items-center justify-between gap-4 px-5 py-3 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6"
      >
        <span>
          <span className="block font-medium">{title}</span>
          <span className="block text-[0.8125rem] text-muted">{text}</span>
        </span>
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
        />
      </Link>
    </li>
  )
}
import { FEW_RECOVERY_CODES } from '@/lib/identity/mfa/mfa-state'
