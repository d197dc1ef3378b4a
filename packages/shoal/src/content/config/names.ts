// Names of configuration: settings, build recipes and manifests. A recipe for make, CMake or Docker says what is to be
// built rather than how a program runs, so it is filed here.
import { claims } from '../claims.ts'

export const extensions = claims({
  high: {
    properties: '.properties',
    env: '.env',
    hcl: '.tf .tfvars .hcl .nomad',
    cmake: '.cmake',
    dockerfile: '.dockerfile .containerfile',
    ini: '.editorconfig .desktop .service .socket .timer .mount .target .slice .network .netdev .gitconfig .repo .reg',
    makefile: '.mk .mak',
    cabal: '.cabal',
    starlark: '.bzl .bazel',
    nix: '.nix',
  },
  medium: {
    yaml: '.yaml .yml',
    toml: '.toml',
    ini: '.ini .cfg .inf .theme .url',
    conf: '.conf .cnf .config .rules .htaccess',
    makefile: '.am',
    opam: '.opam',
    ignore: '.gitignore .dockerignore .npmignore .eslintignore .prettierignore .hgignore',
  },
  low: {
    conf: '.rc .list .prefs',
  },
})

export const fileNames = claims({
  high: {
    makefile: 'Makefile makefile GNUmakefile BSDmakefile Makefile.am Makefile.in Kbuild justfile Justfile',
    dockerfile: 'Dockerfile dockerfile Containerfile',
    cmake: 'CMakeLists.txt',
    requirements: 'requirements.txt requirements-dev.txt dev-requirements.txt constraints.txt MANIFEST.in',
    gomod: 'go.mod go.sum go.work',
    env: '.env .flaskenv',
    ignore:
      '.gitignore .dockerignore .npmignore .eslintignore .prettierignore .hgignore .gitattributes CODEOWNERS .helmignore .cvsignore .bzrignore',
    ini: '.editorconfig .gitconfig .gitmodules .npmrc .pylintrc .flake8 .coveragerc Pipfile setup.cfg tox.ini mypy.ini .hgrc .wgetrc',
    conf: 'nginx.conf httpd.conf sshd_config ssh_config .htaccess Caddyfile crontab fstab hosts Procfile .screenrc .tmux.conf .inputrc',
    yaml: '.clang-format .clang-tidy .yamllint .gemrc .prettierrc.yaml',
    toml: 'Cargo.lock poetry.lock uv.lock',
    meson: 'meson.build meson_options.txt',
    starlark: 'BUILD BUILD.bazel WORKSPACE Tiltfile',
  },
})
