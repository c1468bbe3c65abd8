import { Alert } from '@/components/ui/alert'
import { Fact } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/users/import/present-import'
import type { DryRunReview } from '@/lib/users/import/review-dry-run'

interface DryRunContentsProps {
  shown: PresentedImport
  review: DryRunReview
  locale: Locale
  texts: Messages['userImport']['contents']
}

/** Who uploaded the file of a dry run, and what its rows bring: shown before it is imported. */
export function DryRunContents({ shown, review, locale, texts }: DryRunContentsProps) {
  const number = new Intl.NumberFormat(locale)
  const counts: [string, number | null][] = [
    [texts.verified, shown.verified],
    [texts.withPassword, shown.with_password],
    [texts.withRoles, shown.with_roles],
  ]
  const uploader = review.uploader ?? texts.operator
  return (
    <>
      <dl className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_auto_auto_auto] lg:gap-x-10">
        <Fact term={texts.uploader}>
          <span className="break-words">{uploader}</span>
        </Fact>
        {counts.map(([term, count]) => (
          <Fact key={term} term={term}>
            {count === null ? texts.notCounted : number.format(count)}
          </Fact>
        ))}
      </dl>
      {shown.verified === 0 ? null : (
        <Alert>{review.vouches ? texts.proven : texts.unproven}</Alert>
      )}
    </>
  )
}
