// Lines that speak of passwords, tokens and keys and hold none. None of them may be masked, in any syntax.
export const HARMLESS: readonly string[] = `
login('Sign in', 'Continue')
await page.login("Create an account", "Next")
@token = Token.find_token("recovery", prt.to_s)
Token.where(user_id: @user.id).find_token('twofa_backup_code', code)
#define ed25519_sha512_set_private_key nettle_ed25519_sha512_set_private_key
#define XXH3_initCustomSecret XXH3_initCustomSecret_avx512
'openssl_pkey_get','openssl_x509_check_private_key','openssl_x509_export','openssl_x509_free',
'%GL_STENCIL_INDEX','%GL_STENCIL_PASS_DEPTH_PASS','%GL_STENCIL_REF','%GL_STENCIL_TEST',
 * it should pass desired_capacity_hint=0.
 * full, image which appears in a given pass.  'pass' is in the range 0
 'password' => 'passwordfield',
import changePassword from './routes/changePassword'
const changePassword = require('./routes/changePassword')
app.use('/rest/user/change-password', changePassword())
router.post('/reset-password', resetPassword)
import { hashPassword, verifyPassword } from '../auth/password'
from app.auth.tokens import create_access_token
import { getToken } from 'next-auth/jwt'
export { default as passwordReducer } from './password-reducer'
const { password } = req.body
const { token, secret } = options
const password = req.body.password
const token = await getToken({ req })
let password = ''
password = null
self.password = password
this.apiKey = apiKey
this.password = options.password || ''
if (password.length < 8) throw new Error('Password too short')
if (!password) return res.status(400).json({ error: 'password required' })
if (user.password === hashed) return true
return bcrypt.compare(password, user.password)
function login(user: string, password: string): Promise<void> {
def login(user: str, password: str) -> None:
def reset(password: Optional[str] = None, token: str | None = None):
  password: string
  password?: string
  password: String!
  password: string;
  token: Token
  token: string
  apiKey: string | undefined
  secret: Uint8Array
  password: SecretStr
  password: z.string().min(8)
  password: { type: String, required: true }
  password: PropTypes.string,
password VARCHAR(255) NOT NULL,
password varchar(60) default null,
SELECT password FROM users
SELECT id, password, token FROM users WHERE email = ?
UPDATE users SET password = ? WHERE id = ?
ALTER TABLE users ADD COLUMN password text
INSERT INTO users (email, password) VALUES (?, ?)
"password": "Password"
"password": "Passwort"
"password": "Mot de passe"
"password": "Contraseña"
"password": "Wachtwoord"
"token": "Token"
"apiKey": "API-Schlüssel"
"password": "Enter your password"
"password": "Must be at least 8 characters"
"confirmPassword": "Confirm your password"
"forgotPassword": "Forgot password?"
"resetPassword": "Reset"
"passwordMismatch": "The passwords do not match"
passwordLabel: 'Enter your password'
passwordPlaceholder: 'at least eight characters'
password_hint: use a long one
<input type="password" name="password">
<input type="password" id="password" placeholder="Password" required>
<label for="password">Password</label>
<Field name="password" type="password" component={Input} />
<TextField label="Password" type="password" value={password} onChange={setPassword} />
<a href="/forgot-password">Forgot your password?</a>
<h2>Password</h2>
<th>Token</th>
expect(screen.getByLabelText('Password')).toBeVisible()
expect(error).toBe('Invalid password')
it('changes the password', async () => {
describe('password reset', () => {
assert "password" in response.json()
await page.fill('#password', password)
cy.get('input[name=password]').type(password)
throw new Error("invalid token")
raise ValueError("missing api key")
log.info("password changed for user {}", user)
logger.error('token expired')
console.log('password: ', password)
print("Password:", password)
printf("Enter password: ");
echo "Enter password:"
read -s -p "Password: " PASSWORD
PASSWORD=$1
PASSWORD="$DB_PASSWORD"
export TOKEN=$(cat token.txt)
TOKEN=$(vault kv get -field=token secret/app)
PASSWORD=\${DB_PASSWORD:-}
mysql -u root -p shop < dump.sql
mysql -u "$USER" -p"$PASSWORD" shop
sshpass -p "$PASS" ssh host
curl -u "$USER:$PASS" https://x.internal
curl -u username:password https://api.example.com
curl -H "Authorization: Bearer $TOKEN" https://api.internal
curl -H "Authorization: Bearer <token>" https://api.internal
docker login -u bot --password-stdin
docker run -p 8080:80 nginx
ssh -p 2222 host
mkdir -p build/out
redis-cli -h cache ping
Authorization: Bearer {token}
headers: { Authorization: \`Bearer \${token}\` }
"Authorization": "Bearer " + token
auth: required
auth=(user, password)
auth = HTTPBasicAuth(user, password)
login("bob", userId)
signIn('credentials', options)
router.get('login', 'LoginController')
exports.AuthenticationMD5Password = AuthenticationMD5Password
DriverManager.getConnection(url, user, word)
password: \${DB_PASSWORD}
password: {{ .Values.db.password }}
password: <your-password>
password: !vault
password: ENC(abc)
password: ********
password: null
password: ~
password: ""
password: true
password: /run/secrets/db_password
password_file: /run/secrets/db
password-policy: strong
password_reset_expiry: 3600
password_min_length: 12
passwordAttempts: 5
max_tokens: 4096
total_tokens: 18234
tokens: 512
token_count: 99
token_type: bearer
tokenizer: bpe
tokenizer: bert-base-uncased
token: 17
nextToken: abcdefghij
page_token: CAoQAA
csrf_token: required
secretary: Anna
passenger: Tom
compass: north
bypass: 12
trespass: yes
keyboard: qwerty
monkey: banana
author: Jane Doe
authority: local
key: value
key: 42
sort_key: created_at
primary_key: id
foreign_key: user_id
public_key: none
cache-key: v1-linux-deps
keyframes: fade
secretName: web-tls
secretKeyRef:
imagePullSecrets:
existingSecret: my-release-db
kind: SecretStore
kind: ConfigMap
api_key=os.environ["API_KEY"]
api_key = settings.API_KEY
apiKey: process.env.API_KEY,
api_key: YOUR_API_KEY
apikey=<key>
secret: getSecret('db')
client_secret = env.str("CLIENT_SECRET")
The password must be at least eight characters long.
The password is stored as a hash.
The token is valid for one hour.
The api key is required.
The api key is sent in a header.
The access token is RFC-6750 shaped.
The session key is AES-256 encrypted.
Your password was changed.
An invalid token was given.
Pass the token to the client.
Set the password with the --password option.
Use --token to pass a token.
  --password string   Password of the registry
  --token TOKEN       the token to use
  -p, --password      Password
Password: it must be long.
Passwords are hashed with bcrypt.
# Changing the password
## API keys
* password - the password of the user
* token: the value returned by login
| password | string | the user's password |
@param password the password to check
:param token: the access token
password = getpass.getpass()
password := os.Getenv("DB_PASSWORD")
token = jwt.encode(payload, key)
secret = secrets.token_hex(32)
var token = parser.nextToken();
case Token.Identifier:
token: "keyword"
{ token: "constant.numeric", regex: "[0-9]+" }
commit 1f0c2b7a9d3e4f5061728394a5b6c7d8e9f00112
id: 123e4567-e89b-12d3-a456-426614174000
integrity: sha512-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789==
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
https://docs.internal/guides/password-reset?lang=en
https://user:password@example.com/path
test-password: test
\tgo test ./auth/password
password-reset:
.PHONY: token
GET /api/token/refresh 200
POST /users/password 302
2026-01-01 INFO password reset requested by user 17
2026-01-01 WARN token expired for session 99
permissions: [read_token, write_token]
fields = ['password', 'email', 'username']
exclude = ("password", "token")
hidden: ['password', 'remember_token']
$fillable = ['name', 'email', 'password'];
validates :password, presence: true
attr_accessor :password
user_pass = '%s:%s' % (user, password)
# look for virtual replaces (to pass tests/gdebi-test8.deb)
$PROXY_PASSWORD = $CPAN::Config->{proxy_pass};
$pw_passwd = $pwob->passwd;
decodedHelloWorldTokens: ['hello', ' ', 'world'],
exports.STRICT_TOKEN = ['!', '#', '$', '%'];
AKP JWK "priv" (Private Key): base64url-encoded
Authorization: OAuth realm="Example",
['MCPeerID', 'MCSession', 'MDLAnimatedMatrix4x4']
"api/krb5_creds","api/krb5_get_credentials","api/krb5_get_credentials_renew","api/krb5_get_time"
If password is non-NULL, it is used.
{ printf "%s\\n" "$as_me: error: in '$ac_pwd':" >&2;}
echo "$as_me: error: in \`$ac_pwd':" >&5
<label for="pass"><? FORMAT "Password:" ?></label>
<label>{% trans 'Password:' %}</label>
lines.push("\\tPass       = " + Utils.defaultHash + "#")
s = s + ", password=" + str(password)
'client_key=' . $Config{SSL_CLIENT_KEY},
grep -Eq "^ *DB_PASS=" $CONFIGFILE
Use "password:" instead of "password>"
DB_PASS=@DB_PASS@
Password : @PASSWORD@
value = "$mysql_health_password$"
env.MYSQLPASS = "$mysql_pass$"
SET password = '**%ADMINPW%'
$html .= 'accesskey="' . $key . '" ';
$akey = 'accesskey="'.$accesskey.'" ';
strings.NewReader(\`{"access_key": "\`+value+\`"}\`)
'<Password>'.$digest.'</Password>'
'Password' => 'SOAP::WSDL::XSD::Typelib::Builtin::string',
'PrivateKey' => 'ONVIF::Device::Types::BinaryData',
'/user-password' => 'PhpMyAdmin\\\\Controllers\\\\UserPasswordController',
if (streq(token, "secp256r1"))
strspn(u->password, "0123456789abcdefABCDEF")
to_binary(Password, 'EdDSA25519PublicKey', Key)
$out = snmpwalk($host, $pass, ".1.3.6.1.4.1.9.10.19.1.3.1.1.3");
'n4Detach', 'n4ChgPassword', 'n4CapturePrt', 'n4CaptureOff'
"cfg_ProxyPass"],"$cfg[ProxyUrl]":[2,0,1
.BR CURLOPT_USERNAME "(3), " CURLOPT_PASSWORD "(3), "
Culture=neutral, PublicKeyToken=b77a5c561934e089
<assemblyIdentity name="System.Web.Mvc" publicKeyToken="31bf3856ad364e35" />
private_key		= $dir/ca.key
SSL_KEY=$dir/server.key
"Authorization: Bearer %s\\r\\n"
const DATA_API_KEY = '.data-api'
const STORAGE_KEY = 'flashMessages'
public static $sessionKey = 'Auth.User';
mnemonic = "CURL"
old_username, old_password = @username, @password
socks5h://username[:password]@host:port
--http-proxy-user-pass userpass
--secret args
The previous --auth-user-pass username/password failed
The request credentials are found.
La contraseña es incorrecta.
La password è facoltativa.
Het wachtwoord is leeg!
`
  .split('\n')
  .filter(line => line.trim() !== '' && line !== 'test-password: test')
