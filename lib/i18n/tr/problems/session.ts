import type { ProblemText } from '@/lib/i18n/problem-text'

const signInAgain = 'Yeniden giriş yapın.'
const refreshOrSignIn = 'Erişim jetonunu yenileyin; bu da olmazsa yeniden giriş yapın.'

/** Sign-in, sessions and links. */
export const sessionProblems = {
  invalid_credentials: {
    title: 'E-posta adresi veya parola yanlış',
    text: 'E-posta adresi veya parola yanlış.',
    remedy:
      'İkisini de kontrol edin ya da parolayı sıfırlayın. Hesabı olmayan adreslere de aynı yanıt verilir.',
  },
  token_missing: {
    title: 'Jeton eksik',
    text: 'Bunun için giriş yapın.',
    remedy: 'Erişim jetonunu Authorization: Bearer başlığıyla gönderin.',
  },
  invalid_token: {
    title: 'Geçersiz jeton',
    text: 'Oturumunuz geçerli değil. Yeniden giriş yapın.',
    remedy: refreshOrSignIn,
  },
  token_expired: {
    title: 'Jetonun süresi dolmuş',
    text: 'Oturumunuzun süresi doldu. Yeniden giriş yapın.',
    remedy: 'Erişim jetonunu yenileyip isteği tekrarlayın.',
  },
  session_revoked: {
    title: 'Oturum kapatılmış',
    text: 'Bu oturum kapatıldı. Yeniden giriş yapın.',
    remedy: signInAgain,
  },
  reauthentication_required: {
    title: 'Yeni giriş gerekiyor',
    text: 'Bunun için yeniden giriş yapın.',
    remedy:
      'Yeniden giriş yapın; max_age, girişin en fazla kaç saniye önce yapılmış olması gerektiğini söyler.',
  },
  refresh_token_reused: {
    title: 'Yenileme jetonu yeniden kullanıldı',
    text: 'Bu oturum iki ayrı yerden kullanıldığı için kapatıldı. Yeniden giriş yapın.',
    remedy:
      'Her yenileme jetonu bir kez kullanılır. En yenisini saklayın; güvenle yinelemek için Idempotency-Key gönderin.',
  },
  invalid_refresh_token: {
    title: 'Geçersiz yenileme jetonu',
    text: 'Oturumunuzun süresi doldu. Yeniden giriş yapın.',
    remedy: signInAgain,
  },
  invalid_or_expired_token: {
    title: 'Geçersiz veya süresi dolmuş bağlantı',
    text: 'Bu bağlantı geçersiz, daha önce kullanılmış veya süresi dolmuş. Yeni bir bağlantı isteyin.',
    remedy: 'Yeni bir ileti isteyin; her bağlantı bir kez ve sınırlı bir süre çalışır.',
  },
  email_not_verified: {
    title: 'E-posta adresi doğrulanmamış',
    text: 'Önce e-posta adresinizi doğrulayın: size gönderdiğimiz iletideki bağlantıyı açın.',
    remedy: 'İletideki bağlantıyı açın ya da POST /api/v1/auth/resend-verification ile yenisini isteyin.',
  },
  password_required: {
    title: 'Parola gerekli',
    text: 'Bu adresi doğrulamak için bir parola girin: kaydolurken seçtiğiniz parolayı veya yeni bir parolayı.',
    remedy:
      'Jetonla birlikte `password` gönderin. Bu adresle birden fazla kez kaydolunmuş ya da hesap user rolünden fazlasına sahip. Bağlantı geçerli kalır.',
  },
  account_locked: {
    title: 'Çok fazla deneme',
    text: 'Bu e-posta adresi için çok fazla başarısız deneme yapıldı.',
    remedy:
      'Retry-After başlığında yazan süre kadar bekleyin. `locked_by`, sınırın hesap için mi yoksa ağ için mi aşıldığını söyler. Parola sıfırlama hesabın kilidini kaldırır, ağınkini kaldırmaz. Birçok kişi aynı adresi paylaşıyorsa AUTH_MAX_LOGIN_ATTEMPTS_PER_IP değerini yükseltin.',
  },
  account_disabled: {
    title: 'Hesap devre dışı',
    text: 'Bu hesap etkin değil. Bir yöneticiye başvurun.',
    remedy: 'Bir yönetici hesabı etkinleştirebilir veya geri getirebilir.',
  },
  password_too_weak: {
    title: 'Parola çok zayıf',
    text: 'Başka bir parola seçin.',
    remedy: 'Nedeni errors içinde yazar. Uzunluk, özel karakterlerden daha çok işe yarar.',
  },
} satisfies Record<string, ProblemText>
