import type { ProblemText } from '@/lib/i18n/problem-text'

const signInAgain = 'Yeniden oturum açın.'
const refreshOrSignIn = 'Erişim belirtecini yenileyin. Bu da başarısız olursa yeniden oturum açın.'

/** Sign-in, sessions and links. */
export const sessionProblems = {
  invalid_credentials: {
    title: 'E-posta adresi veya parola hatalı',
    text: 'E-posta adresi veya parola hatalı.',
    remedy:
      'İkisini de kontrol edin veya parolayı sıfırlayın. Hesabı olmayan e-posta adresleri için de aynı yanıt verilir.',
  },
  token_missing: {
    title: 'Belirteç eksik',
    text: 'Bu işlem için oturum açın.',
    remedy: 'Erişim belirtecini `Authorization: Bearer <token>` başlığıyla gönderin.',
  },
  invalid_token: {
    title: 'Geçersiz belirteç',
    text: 'Oturumunuz geçersiz. Yeniden oturum açın.',
    remedy: refreshOrSignIn,
  },
  token_expired: {
    title: 'Belirtecin süresi doldu',
    text: 'Oturumunuzun süresi doldu. Yeniden oturum açın.',
    remedy: 'Erişim belirtecini yenileyip isteği yineleyin.',
  },
  session_revoked: {
    title: 'Oturum kapatıldı',
    text: 'Bu oturum kapatıldı. Yeniden oturum açın.',
    remedy: signInAgain,
  },
  impersonation_read_only: {
    title: 'Salt okunur oturum',
    text: 'Başka bir kullanıcı olarak görüntülerken hiçbir şeyi değiştiremezsiniz. Önce görüntülemeyi durdurun.',
    remedy:
      'Kendi oturumunuzu kullanın. `POST /api/v1/users/{id}/impersonate` ile başlatılan oturumlar salt okunurdur. Oturumu `DELETE /api/v1/auth/impersonation` ile sonlandırın.',
  },
  reauthentication_required: {
    title: 'Yeniden oturum açmanız gerekiyor',
    text: 'Bu işlem için yeniden oturum açın.',
    remedy:
      'Yeniden oturum açın. `max_age`, oturumun en fazla kaç saniye önce açılmış olması gerektiğini belirtir. Parolası olan bir hesaba geçiş anahtarı eklemek için parolayı gönderin ya da parolayla veya bir geçiş anahtarıyla oturum açın.',
  },
  refresh_token_reused: {
    title: 'Yenileme belirteci yeniden kullanıldı',
    text: 'Bu oturumun bir belirteci iki kez kullanıldığı için oturum kapatıldı. Yeniden oturum açın.',
    remedy:
      'Her yenileme belirteci yalnızca bir kez kullanılabilir. En yenisini saklayın; isteği güvenle yinelemek için `Idempotency-Key` gönderin.',
  },
  invalid_refresh_token: {
    title: 'Geçersiz yenileme belirteci',
    text: 'Oturumunuzun süresi doldu. Yeniden oturum açın.',
    remedy: signInAgain,
  },
  invalid_or_expired_token: {
    title: 'Geçersiz veya süresi dolmuş bağlantı',
    text: 'Bu bağlantı geçersiz, süresi dolmuş veya daha önce kullanılmış. Yeni bir bağlantı isteyin.',
    remedy:
      'Yeni bir e-posta isteyin. Her bağlantı yalnızca bir kez ve sınırlı bir süre için geçerlidir.',
  },
  email_not_verified: {
    title: 'E-posta adresi doğrulanmamış',
    text: 'Önce e-posta adresinizi doğrulayın. Size gönderdiğimiz e-postadaki bağlantıyı açın.',
    remedy:
      'E-postadaki bağlantıyı açın veya `POST /api/v1/auth/resend-verification` ile yenisini isteyin.',
  },
  registration_closed: {
    title: 'Kayıt kapalı',
    text: 'Bu e-posta adresiyle kaydolamazsınız. Bir yöneticiden davet isteyin.',
    remedy:
      'Kimlerin kaydolabileceğini `AUTH_REGISTRATION` belirler. Adrese ait bir hesap olsa da olmasa da yanıt aynıdır. Yöneticiler istedikleri adresi davet edebilir.',
  },
  approval_pending: {
    title: 'Onay bekliyor',
    text: 'Oturum açabilmeniz için hesabınızın bir yönetici tarafından onaylanması gerekiyor. Onaylandığında size e-posta göndereceğiz.',
    remedy:
      '`users:activate` iznine sahip bir kullanıcı kaydı `POST /api/v1/registrations/{id}/approve` ile onaylar.',
  },
  password_required: {
    title: 'Parola gerekli',
    text: 'Bu adresi doğrulamak için kaydolurken seçtiğiniz parolayı veya yeni bir parola girin.',
    remedy:
      'Belirteçle birlikte `password` gönderin. Bu adresle birden fazla kez kaydolunmuş veya hesabın `user` dışında rolleri var. Bağlantı geçerli kalır.',
  },
  account_locked: {
    title: 'Çok fazla deneme',
    text: 'Çok fazla başarısız deneme yapıldı. Yeniden denemeden önce bekleyin veya parolanızı sıfırlayın.',
    remedy:
      '`Retry-After` başlığındaki süre kadar bekleyin. `locked_by`, sınırın hesap için mi ağ için mi aşıldığını belirtir. Parolayı sıfırlamak hesabın kilidini açar, ağın kilidini açmaz; sunucuyu işletenler ikisini de `gatehousectl unlock` ile açabilir. Birçok kullanıcı aynı IP adresini paylaşıyorsa `AUTH_MAX_LOGIN_ATTEMPTS_PER_IP` değerini yükseltin.',
  },
  account_disabled: {
    title: 'Hesap etkin değil',
    text: 'Bu hesap etkin değil. Bir yöneticiye başvurun.',
    remedy: 'Hesap bir yönetici tarafından etkinleştirilebilir veya geri yüklenebilir.',
  },
  password_too_weak: {
    title: 'Parola çok zayıf',
    text: 'Daha güçlü bir parola seçin.',
    remedy:
      'Nedenler `errors` içinde listelenir. Parolanın uzun olması, özel karakterlerden daha çok işe yarar.',
  },
} satisfies Record<string, ProblemText>
