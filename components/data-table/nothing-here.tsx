import type { ReactNode } from 'react'
import { CardBody } from '@/components/ui/card'

/** In place of a list without rows: why there are none, and what to do about it. */
export function NothingHere({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <CardBody className="py-12 text-center">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted">{text}</p>
      {children ? <div className="mt-3">{children}</div> : null}
    </CardBody>
  )
}
