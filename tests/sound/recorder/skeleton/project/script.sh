touch from-script
