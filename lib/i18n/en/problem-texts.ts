import type { ProblemText } from '@/lib/i18n/problem-text'
import { accessProblems } from '@/lib/i18n/en/problems/access'
import { externalProblems } from '@/lib/i18n/en/problems/external'
import { factorProblems } from '@/lib/i18n/en/problems/factor'
import { paymentProblems } from '@/lib/i18n/en/problems/payments'
import { requestProblems } from '@/lib/i18n/en/problems/request'
import { sessionProblems } from '@/lib/i18n/en/problems/session'
import { troubleProblems } from '@/lib/i18n/en/problems/trouble'
import type { ProblemCode } from '@/lib/platform/problems'

/** The texts of every problem, by code. */
export const problemTexts: Record<ProblemCode, ProblemText> = {
  ...requestProblems,
  ...sessionProblems,
  ...factorProblems,
  ...externalProblems,
  ...accessProblems,
  ...paymentProblems,
  ...troubleProblems,
}
