import type { ProblemText } from '@/lib/i18n/problem-text'
import { accessProblems } from '@/lib/i18n/tr/problems/access'
import { externalProblems } from '@/lib/i18n/tr/problems/external'
import { factorProblems } from '@/lib/i18n/tr/problems/factor'
import { paymentProblems } from '@/lib/i18n/tr/problems/payments'
import { requestProblems } from '@/lib/i18n/tr/problems/request'
import { sessionProblems } from '@/lib/i18n/tr/problems/session'
import { troubleProblems } from '@/lib/i18n/tr/problems/trouble'
import type { ProblemCode } from '@/lib/platform/problems'

/** The texts of every problem, by code, in Turkish. */
export const problemTexts: Record<ProblemCode, ProblemText> = {
  ...requestProblems,
  ...sessionProblems,
  ...factorProblems,
  ...externalProblems,
  ...accessProblems,
  ...paymentProblems,
  ...troubleProblems,
}
