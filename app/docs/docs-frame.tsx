import { Menu, X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { ContentsLink } from '@/app/docs/contents-link'
import { ContentsSurface } from '@/app/docs/contents-surface'
import { guideGroups, guideTitle } from '@/app/docs/guides/read-guides'
import type { Reference } from '@/app/docs/reference/read-reference'
import { groupTitle, operationTitle } from '@/app/docs/reference/titles'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/form-controls'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface DocsFrameProps {
  /** The path of the page. */
  here: string
  /** The group whose operations the contents list. */
  openGroup?: string
  reference: Reference
  locale: Locale
  messages: Messages
  children: ReactNode
}

/**
 * A page of the documentation beside its contents. On narrow screens the contents are a native
 * popover, so that they open without JavaScript; from `lg` the same element is a column.
 */
export function DocsFrame(props: DocsFrameProps) {
  const { messages, children } = props
  const texts = messages.reference
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="mb-6 lg:hidden">
        <Button
          variant="outline"
          size="sm"
          popoverTarget="contents"
          aria-label={texts.openContents}
        >
          <Menu aria-hidden />
          {texts.contents}
        </Button>
      </div>
      <ContentsSurface
        id="contents"
        aria-label={texts.contents}
        className="inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-canvas p-3 text-ink shadow-float backdrop:bg-shade max-lg:open:animate-rise lg:sticky lg:top-4 lg:block lg:h-auto lg:max-h-[calc(100dvh-2rem)] lg:w-auto lg:max-w-none lg:self-start lg:border-0 lg:p-0 lg:pr-2 lg:shadow-none"
      >
        <div className="mb-2 flex justify-end lg:hidden">
          <Button
            variant="ghost"
            size="icon"
            popoverTarget="contents"
            popoverTargetAction="hide"
            aria-label={texts.closeContents}
          >
            <X aria-hidden />
          </Button>
        </div>
        <Contents {...props} />
      </ContentsSurface>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Contents({ here, openGroup, reference, locale, messages }: DocsFrameProps) {
  const texts = messages.reference
  const link = (href: string) => ({ href, current: href === here })
  return (
    <>
      {here === '/docs' ? null : (
        <form action="/docs" method="get" role="search" className="mb-4">
          <Input
            type="search"
            name="q"
            maxLength={100}
            placeholder={texts.search}
            aria-label={texts.search}
          />
        </form>
      )}
      <ul className="mb-5 grid gap-px">
        <li>
          <ContentsLink {...link('/docs')}>{texts.overview}</ContentsLink>
        </li>
        <li>
          <ContentsLink {...link('/docs/errors')}>{texts.errors}</ContentsLink>
        </li>
      </ul>
      {guideGroups().map(({ group, guides }) => (
        <Fragment key={group}>
          <p className="mb-1 px-2.5 text-xs font-medium text-muted">{texts.guideGroups[group]}</p>
          <ul className="mb-5 grid gap-px">
            {guides.map((guide) => {
              const title = guideTitle(guide, locale)
              return (
                <li key={guide.name} lang={title.lang}>
                  <ContentsLink {...link(`/docs/guides/${guide.name}`)}>{title.text}</ContentsLink>
                </li>
              )
            })}
          </ul>
        </Fragment>
      ))}
      <p className="mb-1 px-2.5 text-xs font-medium text-muted">{texts.title}</p>
      <ul className="grid gap-px">
        {reference.groups.map((group) => {
          const title = groupTitle(group, locale)
          return (
            <li key={group.slug} lang={title.lang}>
              <ContentsLink {...link(`/docs/api/${group.slug}`)}>{title.text}</ContentsLink>
              {group.slug === openGroup ? (
                <ul className="my-1 ml-2.5 grid gap-px border-l border-line pl-1.5">
                  {group.operations.map((operation) => {
                    const { text, lang } = operationTitle(operation, locale)
                    return (
                      <li key={operation.operationId} lang={lang}>
                        <ContentsLink {...link(`/docs/api/${operation.operationId}`)} small>
                          {text}
                        </ContentsLink>
                      </li>
                    )
                  })}
                </ul>
              ) : null}
            </li>
          )
        })}
      </ul>
    </>
  )
}
