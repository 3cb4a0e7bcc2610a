/**
 * Programs that read or compute and print, that write, move and delete files, and that run others or change the system.
 *
 * A row: commands | kind | reason. An indented row: flags | kind | reason, for the commands above it. `#` begins a
 * comment.
 */
export const UNIX_PROGRAMS: string = `
arch | look | prints the machine type
awk | call | its script can write files and start programs
gawk | call | its script can write files and start programs
  -i --include | overwrite | can edit in place
base32 | look | encodes to its output
base64 | look | encodes to its output
  -o --output | make | writes its output to a file
basename, dirname | look | computes a name
bat | look | prints files
  --pager | anything | runs the pager that is named
bc, expr, factor | look | computes
cal | look | prints a calendar
cat | look | prints files
cd | look | changes the directory of its shell alone
cksum, md5sum, sha1sum, sha256sum, sha512sum, sum | look | computes checksums
cmp | look | compares files
column, fmt | look | formats text
comm | look | compares sorted files
cut | look | prints parts of lines
date | look | prints the time
  -s --set | change | sets the clock of the system
df | look | prints free space
diff | look | compares files
  -o --output | make | writes its output to a file
dir, ls | look | lists directories
du | look | adds up sizes
echo, printf | look | prints its arguments
egrep, fgrep, grep | look | searches files
expand | look | converts tabs
false, true | look | does nothing
file | look | guesses file types
  -C --compile | make | writes a compiled magic file
find | look | walks directories
  -delete | destroy | deletes what it finds
  -exec -execdir -ok -okdir | anything | runs a program on what it finds
  -fprint -fprint0 -fprintf -fls | overwrite | writes into the file that it names
fd | look | walks directories
  -x -X --exec --exec-batch | anything | runs a program on what it finds
fold | look | wraps lines
free | look | prints memory use
getent | view | reads system databases
getconf | look | prints settings
getopt | look | parses options
groups | look | prints groups
head | look | prints the beginnings of files
hash | look | remembers where programs are
hexdump, od | look | prints bytes
id | look | prints user and groups
iconv | look | converts text to its output
  -o --output | make | writes its output to a file
join, paste | look | joins lines
jq | look | transforms JSON to its output
ldd | run | may run the program whose libraries it lists
less | view | shows files
  -o -O --log-file --LOG-FILE | make | writes its output to a file
locale | look | prints locale settings
logname, whoami | look | prints the name of the user
lsblk | look | lists block devices
lscpu | look | describes the processor
lsof | view | lists open files
man | view | shows manual pages
more | view | shows files
nl | look | numbers lines
nproc | look | counts processors
numfmt | look | formats numbers
pathchk | look | checks names
pgrep | look | finds processes
printenv | look | prints variables
ps, pstree | look | lists processes
pwd | look | prints the directory
readlink | look | prints where a link leads
realpath | look | prints a path
rev, tac | look | reverses lines
rg | look | searches files
  --pre --hostname-bin | anything | runs the program that is named
  -z --search-zip | anything | runs programs that unpack
sed | look | edits text to its output; its script may write files
  -i --in-place | overwrite | edits the files themselves
  -f --file | make | takes a script from a file, which may write files
seq | look | prints numbers
sleep | look | waits
sort | look | sorts lines
  -o --output | make | writes its output to a file
  --compress-program | anything | runs the program that is named
stat | look | describes files
strings | look | prints texts in files
tail | look | prints the ends of files
test, [ | look | evaluates a condition
top | view | shows processes
  -k | end | kills processes
tr | look | translates characters
  -d --delete | nothing | deletes characters of what it prints
tree | look | lists directories
  -o | make | writes its output to a file
  -R | make | writes its output to a file
tsort | look | sorts by order
tty | look | prints the terminal
type | look | says what a name means
uname | look | prints the system
unexpand | look | converts spaces
# Its second argument is a file that it writes.
uniq | view | filters lines
uptime | look | prints how long the system runs
users, who | look | prints who is logged in
vmstat | look | prints memory statistics
wc | look | counts
where, whereis, which | look | finds programs
xxd | look | prints bytes
  -r --revert | make | can write the file that it names
yes | look | prints a text without end
yq | look | transforms YAML to its output
  -i --inplace | overwrite | edits the files themselves
zcat | look | prints packed files

blkdiscard | destroy | discards the blocks of a device
blockdev | change | changes settings of block devices
bzip2, gzip, xz | destroy | replaces files by packed ones
chattr | make | changes attributes of files
chgrp, chown | make | changes whose files they are
  -R --recursive | drop | changes everything below, and what it was before is not kept
chmod | make | changes permissions
  -R --recursive | drop | changes everything below, and what it was before is not kept
copy, xcopy | make | copies files
cp | make | copies files
  -f --force --remove-destination | overwrite | replaces what is there
cpio | make | packs and unpacks archives
cryptsetup | change | changes encrypted volumes
cryptsetup luksformat | destroy | writes a new header over a volume
csplit, split | make | writes pieces of a file
dd | destroy | writes over the file or device that it names
debugfs | change | can change a file system
del, erase, ri, rm | destroy | deletes files
diskpart, fdisk, gdisk, cfdisk, parted, sfdisk, sgdisk | destroy | changes the partitions of a disk
fallocate | make | allocates files
fsck | change | repairs a file system
gunzip | destroy | replaces packed files
hdparm | change | changes settings of disks
install | make | copies files and sets permissions
ln | make | makes links
  -f --force | destroy | removes what is there
losetup | change | sets up devices
lvremove | destroy | removes logical volumes
lvreduce | destroy | cuts logical volumes
md, mkdir | make | makes directories
mdadm | change | changes disk arrays
mkfifo | make | makes pipes
mkfs, mkfs.btrfs, mkfs.exfat, mkfs.ext2, mkfs.ext3, mkfs.ext4, mkfs.fat | destroy | writes a new file system over what is there
mkfs.f2fs, mkfs.ntfs, mkfs.vfat, mkfs.xfs, mke2fs | destroy | writes a new file system over what is there
mknod | make | makes device files
mkswap | destroy | writes swap space over what is there
mktemp | make | makes a file
mount | change | attaches a file system
move | make | moves files
mv | make | moves files; what is there is replaced
  -f --force | overwrite | replaces what is there
ni | make | makes files
out-file | make | writes a file
rni, ren, rename | make | renames files
partprobe | change | makes the system read partitions again
patch | make | edits files
pvremove | destroy | removes physical volumes
rd | destroy | removes directories
restore | overwrite | writes a backup over what is there
# Only empty ones; who needs one makes it again.
rmdir | make | removes empty directories
  -p --parents | destroy | removes those above as well
rsync | make | copies files, maybe to another machine
  --delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args | destroy | deletes at the target what the source does not have
  --remove-source-files | destroy | deletes what was sent
  -e --rsh --rsync-path | anything | runs the program that is named
setfacl | make | changes permissions
shred | destroy | overwrites files so that nothing can be recovered
srm | destroy | deletes files so that nothing can be recovered
swapoff | change | turns swap space off
tar | make | writes archives or unpacks them over what is there
  --delete | destroy | deletes members of an archive
  --remove-files | destroy | deletes what was packed
  --overwrite --recursive-unlink --unlink-first -U | overwrite | replaces what is there
  --to-command --checkpoint-action -I --use-compress-program -F --info-script --new-volume-script --rsh-command --rmt-command | anything | runs the program that is named
tee | make | writes its input to files; without -a what is there is lost
touch | make | makes files or sets their times
truncate | overwrite | cuts files
tune2fs | change | changes settings of a file system
umount | change | detaches a file system
unlink | destroy | deletes a file
unzip | make | unpacks an archive
  -o | overwrite | replaces what is there
vgremove | destroy | removes volume groups
wipefs | destroy | erases the signatures of file systems
robocopy | make | copies files
  /MIR /PURGE | destroy | deletes what the source does not have
zip | make | writes an archive
  -d --delete | destroy | deletes members
  -m --move | destroy | deletes what was packed
zfs destroy | destroy | destroys datasets
zpool destroy | destroy | destroys pools

bash, sh, dash, zsh, fish, ksh, csh, tcsh, pwsh, powershell, cmd, eval, source, perl | call | runs the script that it is given
python, python3, ruby, php, lua, node, java, deno, osascript, invoke-expression, iex | call | runs the script that it is given
expect | call | runs the script that it is given
sudo, doas, su, env, xargs, parallel, nohup, nice, ionice, time, timeout, setsid | call | runs the program that its arguments name
strace, ltrace, watch, chroot, unshare, nsenter, script, exec, command, builtin | call | runs the program that its arguments name
stdbuf, flock, runuser, systemd-run, at, batch, gdb, npx, bunx, uvx, start-process | call | runs the program that its arguments name
make, ninja, just, task, rake | run | runs what a file of the project says
alias | look | prints or sets names in its shell alone
apt | change | manages packages
chsh | change | changes the shell of a user
crontab | change | changes what runs at which time
  -r | drop | removes all entries
dmesg | look | prints messages of the kernel
  -c -C --clear --read-clear | drop | clears them
dscl | change | changes users
export | look | sets variables in its shell alone
groupadd | change | adds a group
groupdel | drop | removes a group
groupmod | change | changes a group
halt, poweroff, reboot, shutdown | end | ends the running system
hostname | view | prints the name of the machine, or sets it
  -F --file -b --boot | change | sets the name
hostnamectl | change | changes the name of the machine
ifconfig | change | shows or changes network interfaces
init | end | changes the state of the system
insmod | change | loads a kernel module
ip | change | shows or changes the network
iptables | change | changes the firewall
  -F --flush -X --delete-chain -D --delete | drop | removes rules
journalctl | look | prints logs
  --vacuum-size --vacuum-time --vacuum-files | destroy | deletes logs
  --rotate --flush --sync | change | moves logs
kill, killall, pkill, taskkill | end | ends processes
launchctl, service, systemctl | change | changes services
loginctl | change | changes sessions
modprobe | change | loads or unloads kernel modules
nft, ufw | change | changes the firewall
passwd | change | changes a password
renice | change | changes priorities
rmmod | change | unloads kernel modules
ssh-add | change | changes the keys of the agent
  -D -d | drop | removes keys
ssh-keygen | make | writes keys
  -R | destroy | removes keys from a file
stty | change | changes the terminal
sysctl | change | shows or changes settings of the kernel
systemctl status, systemctl show, systemctl cat, systemctl list-units, systemctl list-unit-files | look | shows units
systemctl is-active, systemctl is-enabled, systemctl is-failed | look | shows units
systemctl stop, systemctl kill, systemctl halt, systemctl poweroff, systemctl reboot | end | ends units or the system
systemctl rescue, systemctl emergency, systemctl isolate, systemctl kexec, systemctl suspend | end | ends units or the system
useradd | change | adds a user
userdel | drop | removes a user
usermod | change | changes a user
visudo | change | changes who may do what
xattr | make | shows or changes attributes
`;
