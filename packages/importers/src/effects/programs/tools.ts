/** Programs that talk to other machines, git, and programs that build, install and run services; rows as in `UNIX_PROGRAMS`. */
export const TOOL_PROGRAMS: string = `
curl | ask | gets what an address names
  -X --request | wreck | asks with the method that is given, and that may be DELETE
  -d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string | give | sends data, which may change something there
  -T --upload-file | give | sends a file
  -o --output --output-dir -O --remote-name --remote-name-all -J --remote-header-name | make | writes what it gets to a file
  -c --cookie-jar --dump-header -D --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc | make | writes what it gets to a file
  -Q --quote | wreck | sends commands to the server, and they may delete
  -K --config | anything | takes any of its options from a file
  -k --insecure --proxy-insecure --doh-insecure | trust | does not check who is on the other side
wget | fetch | writes what an address names to a file
  --delete-after | destroy | deletes what it got
  --post-data --post-file --body-data --body-file | give | sends data, which may change something there
  --method | wreck | asks with the method that is given, and that may be DELETE
  -e --execute --use-askpass | anything | runs what is given
  --no-check-certificate | trust | does not check who is on the other side
http, https, xh | send | sends a request of any method
dig, host, nslookup | ask | asks name servers
ping | ask | sees whether a machine answers
traceroute, tracepath | ask | finds the way to a machine
whois | ask | asks registries
netstat | look | lists connections
ss | look | lists connections
  -K --kill | end | closes connections
nmap | send | sends probes to machines
nc, netcat | give | sends what it reads to a machine
socat | send | joins two streams of any kind
telnet | send | talks to a machine
ssh | call | runs programs on another machine
sshpass | call | runs programs with a password
scp, sftp, ftp | fetch | copies files between machines
mail, sendmail | give | sends mail
kafka-delete-records | wreck | deletes records
kafka-topics | send | shows or changes topics
  --delete | wreck | deletes a topic
kafka-consumer-groups | send | shows or changes groups
  --delete --delete-offsets --reset-offsets | wreck | deletes what was read how far
kafka-acls | send | shows or changes permissions
  --remove | wreck | removes permissions
kafka-configs | send | shows or changes settings
  --delete-config | wreck | removes settings
psql, mysql, sqlite3 | call | runs the SQL that it is given
mongo, mongosh | call | runs the script that it is given
redis-cli | call | runs the commands that it is given
redis-cli flushall | wreck | deletes every key
redis-cli flushdb | wreck | deletes every key of a database
dropdb, mysqladmin drop | wreck | deletes a database
dropuser | wreck | deletes a user
createdb | send | creates a database
pg_dump | ask | prints a database
  -f --file | make | writes what it gets to a file
mysqldump | ask | prints a database
  -r --result-file | make | writes what it gets to a file
pg_restore | send | writes a database
  -c --clean | wreck | drops what is there first

git blame, git cat-file, git check-ignore, git cherry, git count-objects, git describe, git diff, git diff-tree, git for-each-ref, git grep, git log, git ls-files, git ls-tree, git merge-base, git name-rev, git rev-list, git rev-parse, git shortlog, git show, git show-branch, git show-ref, git stash list, git stash show, git status, git submodule status, git var, git verify-commit, git version, git whatchanged, git worktree list, git remote get-url, git bisect log, git reflog show, git help, git reflog | view | shows what the repository has
  -o --output --output-directory | overwrite | writes its output to a file
  --ext-diff --textconv --exec --upload-pack -O --open-files-in-pager -p --paginate | anything | runs a program that settings or the call name
  -u --patch | nothing | prints the changes themselves
git ls-remote | ask | asks another repository
  -o --output --output-directory | overwrite | writes its output to a file
  --ext-diff --textconv --exec --upload-pack -O --open-files-in-pager -p --paginate | anything | runs a program that settings or the call name
  -u --patch | nothing | prints the changes themselves
git | run | its aliases and settings can name programs
  -c --config-env | anything | any setting, and settings can name programs
  --exec-path | anything | where its programs are
  -p --paginate | anything | runs the pager of the settings
git add | make | writes the index
git am, git apply | make | applies patches
git archive | view | prints an archive
  -o --output --exec --remote | anything | writes a file or runs a program
git bisect | make | checks out commits
git bisect run | call | runs a program on commits
git bisect reset | make | checks out where it began
git branch | make | lists or creates branches
  -d --delete | drop | deletes branches
  -D | destroy | deletes branches even where nothing else has their commits
  -f --force -M -C | overwrite | moves branches over others
git checkout | make | writes the working tree
  -f --force -B --ours --theirs -- | overwrite | discards changes
git cherry-pick, git merge, git revert | make | makes commits
git clean | destroy | deletes files that git does not have
git clone | fetch | gets a repository
  -u --upload-pack -c --config --template | anything | can name programs
git commit | make | makes commits
  --amend | drop | replaces the last commit
git config | make | shows or changes settings
  --unset --unset-all --remove-section | drop | removes settings
git credential | change | changes stored passwords
git fetch | fetch | gets commits
  -f --force -p --prune -P --prune-tags | drop | removes references
  --upload-pack | anything | runs the program that is named
git filter-branch, git filter-repo | destroy | rewrites history
git gc | make | packs objects
  --prune | destroy | deletes objects that nothing leads to
git init | make | makes a repository
git lfs prune | destroy | deletes local files
git mv | make | moves files
git notes | make | changes notes
git prune | destroy | deletes objects that nothing leads to
git pull | fetch | gets commits and merges them
  -f --force | overwrite | replaces branches
git push | send | sends commits
  -f --force --force-with-lease --force-if-includes | wreck | replaces commits of the remote
  -d --delete | wreck | deletes branches of the remote
  --mirror --prune | wreck | deletes what is not here
  --receive-pack --exec | anything | runs the program that is named
git rebase | make | rewrites commits
  -x --exec | anything | runs the program that is given
git reflog delete, git reflog expire | destroy | deletes the way back
git remote | view | lists remotes
git remote add, git remote rename, git remote set-branches, git remote set-head, git remote set-url | make | changes remotes
git remote update, git remote prune | make | changes remotes
git remote remove, git remote rm | drop | removes a remote
git replace | make | replaces objects
git reset | make | moves the branch and the index
  --hard --merge --keep | destroy | discards changes
git restore | destroy | discards changes of files
  -S --staged | make | changes the index
git rm | destroy | deletes files
git send-email | send | sends mail
git sparse-checkout | make | writes the working tree
git stash | make | puts changes aside
git stash clear | destroy | deletes all that was put aside
git stash drop | destroy | deletes what was put aside
git stash pop | make | takes up what was put aside
git submodule | make | changes submodules
git submodule deinit | destroy | removes working trees
git submodule foreach | call | runs a program
git submodule update | fetch | gets submodules
git switch | make | writes the working tree
  -f --force --discard-changes -C --force-create | overwrite | discards changes
git tag | make | lists or creates tags
  -d --delete | drop | deletes tags
  -f --force | overwrite | moves a tag
git update-ref | make | moves references
  -d | destroy | deletes a reference
git worktree | make | changes working trees
git worktree remove | destroy | deletes a working tree
git worktree prune | drop | forgets working trees

docker images, podman images | view | lists images
docker ps, podman ps | view | lists containers
docker logs, podman logs | view | prints what a container wrote
docker version, podman version | view | prints versions
docker run, podman run | call | runs a program in a container
  --privileged --pid --cap-add --device --security-opt --userns --ipc | anything | gives the container power over this machine
  -v --volume --mount | anything | gives the container directories of this machine
docker exec, podman exec | call | runs a program in a container
  --privileged | anything | gives the container power over this machine
docker build, podman build | run | runs what a file says
docker rm, podman rm | drop | removes containers
  -v --volumes | destroy | deletes volumes with their data
docker stop, docker kill, podman stop, podman kill | end | ends containers
docker compose down, podman compose down, docker-compose down | drop | removes containers
  -v --volumes | destroy | deletes volumes with their data
  --rmi | drop | removes images
docker system prune, podman system prune | drop | removes what is not in use
  --volumes | destroy | deletes volumes with their data
docker volume prune, docker volume rm, podman volume prune, podman volume rm | destroy | deletes volumes with their data
docker swarm leave, podman swarm leave | drop | leaves the swarm
kubectl apply, oc apply, k apply | send | changes the cluster
  --prune --force | wreck | deletes objects
kubectl cordon, kubectl taint, oc cordon, oc taint, k cordon, k taint | send | changes a node
kubectl drain, oc drain, k drain | wreck | removes what runs on a node
kubectl edit, kubectl set, oc edit, oc set, k edit, k set | send | changes the cluster
kubectl explain, oc explain, k explain | ask | describes a kind
kubectl get, oc get, k get | ask | lists objects
  --raw | trust | asks for any address
kubectl logs, oc logs, k logs | ask | prints what a container wrote
kubectl proxy, oc proxy, k proxy | send | opens the cluster to this machine
kubectl replace, oc replace, k replace | send | changes the cluster
  --force --cascade | wreck | deletes objects first
kubectl rollout, oc rollout, k rollout | send | changes a deployment
kubectl rollout status, kubectl rollout history, oc rollout status, oc rollout history, k rollout status | ask | shows a deployment
k rollout history | ask | shows a deployment
kubectl scale, oc scale, k scale | send | changes how many run
kubectl top, oc top, k top | ask | shows use
helm rollback | send | changes a release
helm template | view | prints what would be sent
  --output-dir | make | writes files
  --post-renderer | anything | runs the program that is named
helm uninstall | wreck | deletes a release
terraform apply, tofu apply | wreck | makes the world as its files say, which may destroy
terraform destroy, tofu destroy | wreck | destroys everything that it manages
terraform plan, tofu plan | run | runs providers
  -out --out | make | writes the plan
terraform taint, tofu taint | change | marks for being destroyed
terraform state rm, tofu state rm | wreck | forgets what it manages
terraform state list, tofu state list | view | lists what it manages
terraform workspace delete, tofu workspace delete | wreck | deletes a workspace
terraform fmt, tofu fmt, cargo fmt | make | rewrites files
npm ci, npm i, npm install, npm up, npm update, npm upgrade, npm audit fix, pnpm ci | fetch | gets packages, whose scripts may run
pnpm i, pnpm install, pnpm up, pnpm update, pnpm upgrade, pnpm audit fix, yarn ci | fetch | gets packages, whose scripts may run
yarn i, yarn install, yarn up, yarn update, yarn upgrade, yarn audit fix, bun ci | fetch | gets packages, whose scripts may run
bun i, bun install, bun up, bun update, bun upgrade, bun audit fix, apt add | fetch | gets packages, whose scripts may run
apt install, apt reinstall, apt update, apt upgrade, apt-get add, apt-get install | fetch | gets packages, whose scripts may run
apt-get reinstall, apt-get update, apt-get upgrade, dnf add, dnf install | fetch | gets packages, whose scripts may run
dnf reinstall, dnf update, dnf upgrade, yum add, yum install, yum reinstall | fetch | gets packages, whose scripts may run
yum update, yum upgrade, apk add, apk install, apk reinstall, apk update, apk upgrade | fetch | gets packages, whose scripts may run
brew add, brew install, brew reinstall, brew update, brew upgrade, snap add | fetch | gets packages, whose scripts may run
snap install, snap reinstall, snap update, snap upgrade, pacman add, pacman install | fetch | gets packages, whose scripts may run
pacman reinstall, pacman update, pacman upgrade, zypper add, zypper install | fetch | gets packages, whose scripts may run
zypper reinstall, zypper update, zypper upgrade, winget add, winget install | fetch | gets packages, whose scripts may run
winget reinstall, winget update, winget upgrade, choco add, choco install | fetch | gets packages, whose scripts may run
choco reinstall, choco update, choco upgrade, scoop add, scoop install | fetch | gets packages, whose scripts may run
scoop reinstall, scoop update, scoop upgrade, composer require, go get | fetch | gets packages, whose scripts may run
npm exec, pnpm exec, yarn exec, bun exec | call | runs a package
npm link, pnpm link, yarn link, bun link | make | links packages
npm dedupe, pnpm dedupe, yarn dedupe, bun dedupe | make | changes what is installed
npm publish, pnpm publish, yarn publish, bun publish, nuget push | send | publishes a package
npm deprecate, pnpm deprecate, yarn deprecate, bun deprecate | send | marks a package
npm run, npm start, npm test, pnpm run, pnpm start, pnpm test, yarn run, yarn start, yarn test | run | runs code of the project
bun run, bun start, bun test, bazel, cargo build, cargo check, cargo run, cargo test, cmake, go run | run | runs code of the project
go test, gradle, mvn | run | runs code of the project
npm unlink, pnpm unlink, yarn unlink, bun unlink | make | removes a link
npm unpublish, npm npm unpublish, pnpm unpublish, pnpm npm unpublish, yarn unpublish | wreck | takes a package away from everybody
yarn npm unpublish, bun unpublish, bun npm unpublish | wreck | takes a package away from everybody
npm audit, pnpm audit, yarn audit, bun audit | ask | asks the registry
  --fix | make | changes what is installed
ansible, ansible-playbook | call | runs modules on other machines
borg compact | destroy | frees what was deleted
borg rdelete | destroy | deletes a repository
cargo search | ask | asks the registry
cargo yank | send | takes a version back
ffmpeg | make | writes media files
  -y | overwrite | replaces what is there
gcc, rustc | make | writes compiled files
gh api | send | sends a request of any method
  -X --method | wreck | the method may be DELETE
gh repo archive | send | makes a repository read-only
go list | view | lists packages
  -exec -toolexec | anything | runs the program that is named
go version | look | prints versions
pip config list | look | prints settings
pip freeze | look | lists packages
rclone sync | wreck | deletes at the target what the source does not have
rclone bisync | wreck | deletes on both sides
rclone move, aws s3 mv | wreck | deletes what was copied
rclone cleanup | wreck | deletes old versions
restic forget | wreck | deletes backups
restic restore | make | writes files
aws s3 ls | ask | lists objects
aws s3 cp | send | copies objects
aws s3 rb | wreck | removes a bucket
aws s3 rm | wreck | deletes objects
aws s3 sync | send | copies objects
  --delete | wreck | deletes at the target what the source does not have
vault auth disable, vault secrets disable | wreck | removes everything below
`;

/** Programs whose commands all use a remote service; exceptions have rows of their own. */
export const NETWORK_FAMILIES: readonly (readonly [names: string, reason: string])[] = [
  [
    'aws az gcloud gsutil bq oci ibmcloud doctl linode-cli hcloud vultr-cli aliyun scw exo civo heroku flyctl fly vercel netlify wrangler railway render firebase supabase pscale atlas mongocli openstack eksctl sam copilot eb',
    'manages a cloud',
  ],
  ['kubectl oc k helm argocd flux velero istioctl nomad consul vault rancher', 'manages a cluster'],
  [
    'gh glab hub jira circleci travis buildkite-agent gitlab-runner sentry-cli doppler op stripe twilio auth0 okta datadog-ci newrelic shopify contentful sanity zapier ngrok nats rabbitmqadmin etcdctl',
    'manages a service',
  ],
];
