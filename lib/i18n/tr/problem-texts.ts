import type { ProblemText } from '@/lib/i18n/en/problem-texts'
import type { ProblemCode } from '@/lib/platform/problems'

const signInAgain = 'Yeniden giriş yapın.'
const refreshOrSignIn = 'Erişim jetonunu yenileyin; bu da olmazsa yeniden giriş yapın.'
const waitForRetryAfter = 'Retry-After başlığında yazan süre kadar bekleyip yeniden deneyin.'

/** Every problem that a client can meet, by its code. */
export const problemTexts: Record<ProblemCode, ProblemText> = {
  malformed_json: {
    title: 'Bozuk JSON',
    text: 'Gövde geçerli bir JSON değil.',
    remedy: 'UTF-8 ile kodlanmış tek bir JSON nesnesi gönderin.',
  },
  bad_request: {
    title: 'Hatalı istek',
    text: 'İstek okunamıyor.',
    remedy: 'İsteği API belgeleriyle karşılaştırın.',
  },
  invalid_or_expired_token: {
    title: 'Geçersiz veya süresi dolmuş bağlantı',
    text: 'Bu bağlantı geçersiz, daha önce kullanılmış veya süresi dolmuş. Yeni bir bağlantı isteyin.',
    remedy: 'Yeni bir ileti isteyin; her bağlantı bir kez ve sınırlı bir süre çalışır.',
  },
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
  email_not_verified: {
    title: 'E-posta adresi doğrulanmamış',
    text: 'Önce e-posta adresinizi doğrulayın: size gönderdiğimiz iletideki bağlantıyı açın.',
    remedy: 'İletideki bağlantıyı açın ya da POST /api/v1/auth/resend-verification ile yenisini isteyin.',
  },
  insufficient_permission: {
    title: 'İzin eksik',
    text: 'Bunun için gereken izniniz yok.',
    remedy:
      'Gereken izin required_permission alanında yazar. Bir yönetici bunu rollerinizden birine ekleyebilir.',
  },
  origin_not_allowed: {
    title: 'Kaynağa izin verilmiyor',
    text: 'İstek başka bir siteden geldi. Bu sayfayı doğrudan açıp yeniden deneyin.',
    remedy: 'İzin verilen bir kaynaktan ya da tarayıcı dışından Bearer jetonuyla çağırın.',
  },
  not_found: {
    title: 'Bulunamadı',
    text: 'Burada bir şey yok ya da görmeye yetkiniz yok.',
    remedy: 'Adresi ve kimliği kontrol edin.',
  },
  method_not_allowed: {
    title: 'Yönteme izin verilmiyor',
    text: 'Bu adres o yöntemi desteklemiyor.',
    remedy: 'Desteklenen yöntemler Allow başlığındadır.',
  },
  conflict: {
    title: 'Çakışma',
    text: 'Bu işlem şimdiki durumla çakışıyor.',
    remedy: 'Nesneyi yeniden okuyup yeniden karar verin.',
  },
  email_taken: {
    title: 'E-posta adresi kullanımda',
    text: 'Bu e-posta adresi başka bir hesaba ait.',
    remedy: 'Başka bir adres kullanın.',
  },
  precondition_failed: {
    title: 'Bu arada değişti',
    text: 'Bu kayıt bu arada değiştirildi. Kaydetmeden önce yeniden bakın.',
    remedy: 'Nesneyi yeniden okuyun ve yeni ETag değerini If-Match ile gönderin.',
  },
  body_too_large: {
    title: 'Gövde çok büyük',
    text: 'Gönderilen içerik bu adresin kabul ettiğinden büyük.',
    remedy: '100 kB’den küçük bir gövde gönderin.',
  },
  unsupported_media_type: {
    title: 'Desteklenmeyen içerik türü',
    text: 'Bu tür içerik burada kabul edilmiyor.',
    remedy: 'Content-Type: application/json gönderin.',
  },
  validation_failed: {
    title: 'Doğrulama başarısız',
    text: 'İşaretli alanları kontrol edin.',
    remedy: 'errors, her hatayı alanını gösteren bir JSON Pointer ile listeler.',
  },
  password_too_weak: {
    title: 'Parola çok zayıf',
    text: 'Başka bir parola seçin.',
    remedy: 'Nedeni errors içinde yazar. Uzunluk, özel karakterlerden daha çok işe yarar.',
  },
  account_locked: {
    title: 'Çok fazla deneme',
    text: 'Çok fazla başarısız deneme yapıldı. Bir süre bekleyin veya parolanızı sıfırlayın.',
    remedy: 'Retry-After başlığında yazan süre kadar bekleyin. Parola sıfırlama açık kalır.',
  },
  rate_limited: {
    title: 'Çok fazla istek',
    text: 'Ağ adresinizden çok fazla istek geldi. Biraz bekleyin.',
    remedy: waitForRetryAfter,
  },
  invalid_mfa_code: {
    title: 'Yanlış kod',
    text: 'Kod yanlış veya daha önce kullanılmış. Bir sonrakini bekleyip yeniden yazın.',
    remedy: 'Her kod bir kez kullanılır. On yanlış koddan sonra ikinci adım bir süre kilitlenir.',
  },
  mfa_challenge_expired: {
    title: 'Giriş süresi doldu',
    text: 'Bu giriş çok uzun sürdü veya çok fazla yanlış kod girildi. Baştan başlayın.',
    remedy:
      'Yeniden giriş yapın; ikinci adım beş dakika ve beş deneme sürer ve onu başlatan cihaza bağlıdır.',
  },
  oauth_failed: {
    title: 'Sağlayıcıyla giriş başarısız',
    text: 'Giriş tamamlanamadı. Yeniden deneyin.',
    remedy: 'Baştan başlayın; state, kod ve aktarma kodu bir kez ve kısa süre geçerlidir.',
  },
  oauth_denied: {
    title: 'Giriş iptal edildi',
    text: 'Sağlayıcıda girişi iptal ettiniz.',
    remedy: 'Baştan başlayıp izin verin.',
  },
  oauth_email_required: {
    title: 'Doğrulanmış e-posta adresi gerekli',
    text: 'Sağlayıcı sizin için doğrulanmış bir e-posta adresi bildirmedi. Orada bir adres doğrulayıp yeniden deneyin.',
    remedy: 'Sağlayıcıdaki hesabın doğrulanmış (GitHub’da birincil) bir e-posta adresi olmalıdır.',
  },
  botcheck_failed: {
    title: 'Bot denetimi geçilemedi',
    text: 'İnsan olduğunuzu gösteren denetim geçilemedi. Yeniden deneyin.',
    remedy: 'Yeni bir botcheck_token gönderin; her biri bir kez ve yapıldığı form için geçerlidir.',
  },
  account_disabled: {
    title: 'Hesap devre dışı',
    text: 'Bu hesap etkin değil. Bir yöneticiye başvurun.',
    remedy: 'Bir yönetici hesabı etkinleştirebilir veya geri getirebilir.',
  },
  oauth_provider_disabled: {
    title: 'Sağlayıcı kullanılamıyor',
    text: 'Bu sağlayıcıyla giriş burada kullanılamıyor.',
    remedy: 'Kullanılabilenleri GET /api/v1/auth/providers listeler.',
  },
  mfa_already_enabled: {
    title: 'İki adımlı giriş zaten açık',
    text: 'İki adımlı giriş zaten açık.',
    remedy: 'Yeniden kurmadan önce kapatın.',
  },
  mfa_not_enabled: {
    title: 'İki adımlı giriş kapalı',
    text: 'İki adımlı giriş açık değil.',
    remedy: 'Önce kurun.',
  },
  mfa_enrolment_missing: {
    title: 'Kurulumun süresi doldu',
    text: 'Tamamlanacak bir kurulum yok veya süresi doldu. Yeniden başlayın.',
    remedy: 'POST /mfa/setup isteğini yineleyip yeni anahtarı kullanın.',
  },
  account_link_required: {
    title: 'Önce hesabı bağlayın',
    text: 'Bu adrese ait bir hesap var. Parolasıyla giriş yapın, ardından sağlayıcıyı Bağlı hesaplar sayfasından bağlayın.',
    remedy: 'Yönetim izni olan hesapları yalnızca o hesapla giriş yapmış biri bağlayabilir.',
  },
  identity_taken: {
    title: 'Başka bir hesaba bağlı',
    text: 'Sağlayıcıdaki bu hesap burada başka birine bağlı.',
    remedy: 'Önce oradan ayırın veya sağlayıcıda başka bir hesap seçin.',
  },
  last_way_in: {
    title: 'Son giriş yolu',
    text: 'Hesabınıza girmenin tek yolu bu. Önce bir parola belirleyin.',
    remedy: '“Parolamı unuttum” ile bir parola belirleyip yeniden deneyin.',
  },
  oauth_unavailable: {
    title: 'Sağlayıcıya ulaşılamıyor',
    text: 'Sağlayıcıya ulaşılamıyor. Az sonra yeniden deneyin veya başka bir yolla giriş yapın.',
    remedy: waitForRetryAfter,
  },
  botcheck_unavailable: {
    title: 'Bot denetimi yapılamıyor',
    text: 'İnsan olduğunuzu gösteren denetim şu anda yapılamıyor. Az sonra yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  privilege_escalation: {
    title: 'Sizde olmayan izinler',
    text: 'Sizde olmayan izinleri veremez, bu izinlere sahip birini de değiştiremezsiniz.',
    remedy: 'Bu izinlere sahip birine başvurun.',
  },
  last_admin: {
    title: 'Son yönetici',
    text: 'Bu, etkin olan son yönetici. Önce bir yönetici daha belirleyin.',
    remedy: 'admin rolünü etkin başka bir hesaba verip yeniden deneyin.',
  },
  system_role_immutable: {
    title: 'Sistem rolü',
    text: 'admin ve user rolleri değiştirilemez ve silinemez.',
    remedy: 'İhtiyacınız olan izinlerle kendi rolünüzü oluşturun.',
  },
  role_in_use: {
    title: 'Rol kullanımda',
    text: 'Bu rol hâlâ birinde var. Önce ondan alın.',
    remedy: 'Rolün kullanıcılarını listeleyin, onlara başka rol verin, sonra silin.',
  },
  role_name_taken: {
    title: 'Rol adı alınmış',
    text: 'Bu adda başka bir rol var. Adlarda büyük-küçük harf ayrımı yapılmaz.',
    remedy: 'Başka bir ad seçin.',
  },
  internal_error: {
    title: 'İç hata',
    text: 'Bizden kaynaklanan bir sorun oluştu. Yeniden deneyin; sürerse istek kimliğini bildirin.',
    remedy: 'Daha sonra yeniden deneyin; bildirirken request_id değerini verin.',
  },
  overloaded: {
    title: 'Aşırı yük',
    text: 'Servis şu anda yoğun. Birazdan yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  unavailable: {
    title: 'Kullanılamıyor',
    text: 'Servis şu anda kullanılamıyor. Birazdan yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
}
